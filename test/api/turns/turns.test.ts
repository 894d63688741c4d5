import test from 'ava'
import { Turns } from '../../../api/turns/turns.ts'

/** Pieces of work that end when they are told to, and the order in which they began. */
function pieces<Name extends string>(turns: Turns<Name>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (line: Name, piece: string) =>
    turns.take(line, async () => {
      begun.push(piece)
      await new Promise<void>((resolve) => ends.set(piece, resolve))
      return piece
    })
  const end = async (piece: string, done: Promise<unknown>) => {
    ends.get(piece)?.()
    await done
  }
  return { begun, add, end }
}

test('work of one line goes one after another, work of different lines side by side', async (t) => {
  const { begun, add, end } = pieces(new Turns({ weight: 1 }))
  const first = add('a', 'a1')
  const second = add('a', 'a2')
  const other = add('b', 'b1')
  await Promise.resolve()
  t.deepEqual(begun, ['a1', 'b1'])
  await end('a1', first)
  await end('a2', second)
  await end('b1', other)
  t.deepEqual(begun, ['a1', 'b1', 'a2'])
})

test('a piece that fails keeps none behind it from its turn', async (t) => {
  const turns = new Turns({ weight: 1 })
  const failing = turns.take('a', () => Promise.reject(new Error('no luck')))
  const next = turns.take('a', async () => 'done')
  await t.throwsAsync(failing, { message: 'no luck' })
  t.is(await next, 'done')
})

test('lines that share what there is are served in rotation', async (t) => {
  const { begun, add, end } = pieces(new Turns<'many' | 'few'>({ weight: 1, isShared: true }))
  const done = new Map<string, Promise<unknown>>()
  for (const n of [1, 2, 3, 4]) done.set(`many ${n}`, add('many', `many ${n}`))
  for (const n of [1, 2]) done.set(`few ${n}`, add('few', `few ${n}`))
  await Promise.resolve()
  t.deepEqual(begun, ['many 1'])
  for (let n = 0; n < done.size; n++) {
    const piece = begun[n] ?? ''
    await end(piece, done.get(piece) ?? Promise.reject(new Error(`${n} pieces have begun`)))
  }
  t.deepEqual(begun, ['many 1', 'many 2', 'few 1', 'many 3', 'few 2', 'many 4'])
})

test('a line that has its part of what is shared waits for itself, and others have the rest', async (t) => {
  const { begun, add, end } = pieces(new Turns({ weight: 2, isShared: true, weightOfLine: 1 }))
  const first = add('a', 'a1')
  const waiting = [add('a', 'a2'), add('a', 'a3')]
  await Promise.resolve()
  t.deepEqual(begun, ['a1'])
  const other = add('b', 'b1')
  const third = add('c', 'c1')
  await Promise.resolve()
  t.deepEqual(begun, ['a1', 'b1'])
  await end('b1', other)
  t.deepEqual(begun, ['a1', 'b1', 'c1'])
  await end('a1', first)
  await end('a2', waiting[0] ?? first)
  await end('a3', waiting[1] ?? first)
  await end('c1', third)
  t.deepEqual(begun, ['a1', 'b1', 'c1', 'a2', 'a3'])
})

test('one too many in a line is refused, and none of another line', async (t) => {
  const turns = new Turns({ weight: 1, isShared: true, waiting: 1, refusal: () => new Error('full') })
  const first = turns.enter('a')
  const second = turns.enter('a')
  t.throws(() => turns.enter('a'), { message: 'full' })
  const other = turns.enter('b')
  first.leave()
  await second.turn
  second.leave()
  second.leave()
  await other.turn
  other.leave()
  t.is(turns.enter('a').turn, undefined)
})
