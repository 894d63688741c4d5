import test from 'ava'
import { inlineBudgetMs } from '../../../proxy/inspection/inline-budget.ts'
import { isCheap } from '../../../proxy/inspection/inline-cost.ts'
import { InlineShare } from '../../../proxy/inspection/inline-share.ts'

test('a client that used its share goes to the threads until the next window; others and small bodies do not', (t) => {
  let now = 1000
  const share = new InlineShare(() => now)
  const inspect = (client: string, bytes: number, ms: number) => {
    const isLeft = share.isLeft(client, bytes)
    if (isLeft) {
      share.charge(client, bytes, () => {
        now += ms
      })
    }
    return isLeft
  }
  t.deepEqual(
    [4, 4, 4, 4].map((ms) => inspect('a', 12_000, ms)),
    [true, true, true, false],
  )
  t.true(inspect('b', 12_000, 1))
  t.true(inspect('a', 2000, 1))
  now += 100
  t.true(inspect('a', 12_000, 1))
})

test('a client whose small bodies last until their budget ends waits for a thread with them, and no other does', (t) => {
  let now = 1000
  const share = new InlineShare(() => now)
  t.true(share.isLeft('a', 100))
  share.noteOverrun('a')
  t.true(share.isLeft('a', 100))
  share.noteOverrun('a')
  t.false(share.isLeft('a', 100))
  t.true(share.isLeft('a', 12_000))
  t.true(share.isLeft('b', 100))
  now += 100
  t.true(share.isLeft('a', 100))
})

test('what takes longer than some milliseconds is not cheap', (t) => {
  t.true(isCheap(Buffer.from('All work and no play. '.repeat(90))))
  t.true(isCheap(Buffer.from('Jean Dupont Marie Martin '.repeat(600))))
  t.false(isCheap(Buffer.from('Jean Dupont Marie Martin '.repeat(1500))))
})

/** The unit of a text, and how often it may be repeated. */
const MOST: readonly (readonly [unit: string, times: number])[] = [
  ['1 ', 595],
  ['@ ', 595],
  ['12 ', 581],
  ['1@ ', 301],
  ['1234567 ', 520],
]

for (const [unit, times] of MOST) {
  test(`each group of digits and each mark counts once wherever it stands: ${times} times ${JSON.stringify(unit)}`, (t) => {
    for (let offset = 0; offset < 8; offset++) {
      t.true(isCheap(Buffer.from('x'.repeat(offset) + unit.repeat(times))), `${offset} before`)
      t.false(isCheap(Buffer.from('x'.repeat(offset) + unit.repeat(times + 3))), `${offset} before, more`)
    }
  })
}

test('while code is cold an inspection may take longer here than a thread takes to start on it, and never again', (t) => {
  t.deepEqual([0, 19, 20, 499, 500, 1_000_000].map(inlineBudgetMs), [500, 500, 50, 50, 5, 5])
})
