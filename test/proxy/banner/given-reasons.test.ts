import test from 'ava'
import { bannerLimits } from '../../../proxy/banner/limits.ts'
import { Reasons } from '../../../proxy/banner/reasons.ts'

test('a reason is forgotten when its time is over, though nobody asks for it again', (t) => {
  const clock = { now: 1_000_000 }
  const reasons = new Reasons({ key: Buffer.alloc(32, 1), tell: () => {}, now: () => clock.now })
  const give = (prompt: string) =>
    reasons.give('user a', reasons.token('user a', prompt, ['p']), {
      text: 'A reason of some length',
      types: [],
      givenAt: '',
      givenBy: 'page',
    })
  for (let at = 0; at < 20; at++) t.true(give(`prompt ${at}`))
  clock.now += bannerLimits.reasonMs
  t.truthy(reasons.of('prompt 3'))
  clock.now += 1
  t.true(give('another prompt'))
  t.is(reasons.size, 1)
  t.is(reasons.of('prompt 3'), undefined)
})
