import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { FairShare } from '../../../proxy/listen/fair-share.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (options: { type: 'minor' | 'major' }) => void
setFlagsFromString('--no-expose-gc')

const PARTS = 500

test('what held a portion is freed by a collection of the young, however many came before it', (t) => {
  const share = new FairShare({ resource: 'bytes', capacity: 1000, waitMs: 100, stallMs: 100, maxWaiting: 10 })
  const take = () => {
    const body = Array.from({ length: PARTS }, (_, part) => part)
    return share.tryTake('client', 1, { progress: () => body.length, revoke: () => {} })
  }
  const held = [take()]
  const run = (rounds: number) => {
    for (let round = 0; round < rounds; round++) {
      held.push(take())
      if (held.length > 8) held.shift()?.release()
      if (round % 50 === 0) collect({ type: 'minor' })
    }
  }
  run(200)
  collect({ type: 'major' })
  const before = oldBytes()
  const rounds = 5000
  run(rounds)
  const each = (oldBytes() - before) / rounds
  t.true(each < 1000, `${each} bytes each have grown old`)
})

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0
}
