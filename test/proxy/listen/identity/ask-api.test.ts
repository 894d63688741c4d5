import test from 'ava'
import { ApiError } from '../../../../proxy/api-client/errors.ts'
import { IdentityError, IdentityUnavailableError } from '../../../../proxy/errors.ts'
import { FairShare } from '../../../../proxy/listen/fair-share.ts'
import { UserFinder } from '../../../../proxy/listen/identity/ask-api.ts'
import { GuessBrake } from '../../../../proxy/listen/identity/guess-brake.ts'
import { KnownUsers } from '../../../../proxy/listen/identity/known-users.ts'

const JO = { email: 'jo@example.com', token: 'wpt_right' }
const DAY_MS = 24 * 3_600_000

function finder() {
  const world = { now: 0, asked: 0, isDown: false, isPushed: true, isRevoked: false }
  const answer = async (right: boolean) => {
    world.asked += 1
    if (world.isDown) throw new ApiError('ERR_API_UNREACHABLE', 'down')
    return right && !world.isRevoked ? 'id of jo' : undefined
  }
  const known = new KnownUsers({ isPushed: () => world.isPushed, now: () => world.now, max: 3 })
  const share = new FairShare({ resource: 'identities', capacity: 4, waitMs: 1000, stallMs: 1000, maxWaiting: 100 })
  const one = new UserFinder({
    directory: {
      verifyProxyToken: (email, token) => answer(email === JO.email && token === JO.token),
      lookUpUser: (name) => answer(name === JO.email),
    },
    known,
    brake: new GuessBrake({ now: () => world.now, sleep: async () => {} }),
    share,
    checks: { inc: () => {} },
  })
  return { one, known, world, share }
}

test('who is known is asked for once, also by many at the same time, and answered at once from then on', async (t) => {
  const { one, world, share } = finder()
  await Promise.all(Array.from({ length: 20 }, () => one.byToken(JO, '10.0.0.1')))
  t.is(world.asked, 1)
  t.like(one.byToken(JO, '10.9.9.9'), { userId: 'id of jo' })
  t.is(world.asked, 1)
  t.is(share.held, 0)
})

test('what is wrong is asked for once a minute, and apart from who is known', async (t) => {
  const { one, world } = finder()
  await one.byToken(JO, '10.0.0.1')
  for (let n = 0; n < 10; n++) {
    await t.throwsAsync(async () => one.byToken({ ...JO, token: `wpt_${n}` }, '10.0.0.1'), {
      instanceOf: IdentityError,
    })
  }
  t.throws(() => one.byToken({ ...JO, token: 'wpt_9' }, '10.0.0.1'), { instanceOf: IdentityError })
  t.is(world.asked, 11)
  t.like(one.byToken(JO, '10.0.0.1'), { userId: 'id of jo' }, 'no number of guesses pushes out who is known')
  world.now += 60_001
  await t.throwsAsync(async () => one.byToken({ ...JO, token: 'wpt_9' }, '10.0.0.1'), { instanceOf: IdentityError })
  t.is(world.asked, 12)
})

test('a revocation that is told holds at once; where nothing is told, within five seconds', async (t) => {
  const { one, known, world } = finder()
  await one.byToken(JO, '10.0.0.1')
  world.isRevoked = true
  t.like(one.byToken(JO, '10.0.0.1'), { userId: 'id of jo' })
  known.forget('id of jo')
  await t.throwsAsync(async () => one.byToken(JO, '10.0.0.1'), { instanceOf: IdentityError })

  const untold = finder()
  untold.world.isPushed = false
  await untold.one.byToken(JO, '10.0.0.1')
  untold.world.isRevoked = true
  untold.world.now += 5_001
  await t.throwsAsync(async () => untold.one.byToken(JO, '10.0.0.1'), { instanceOf: IdentityError })
})

test('while the API is away who was known holds for a day, and nobody else', async (t) => {
  const { one, known, world } = finder()
  await one.byToken(JO, '10.0.0.1')
  world.isDown = true
  known.doubt()
  t.like(await one.byToken(JO, '10.0.0.1'), { userId: 'id of jo' })
  const stranger = { ...JO, email: 'eve@example.com' }
  await t.throwsAsync(async () => one.byToken(stranger, '10.0.0.1'), { instanceOf: IdentityUnavailableError })
  await t.throwsAsync(async () => one.byName('eve@example.com'), { instanceOf: IdentityUnavailableError })
  world.now += DAY_MS
  await t.throwsAsync(async () => one.byToken(JO, '10.0.0.1'), { instanceOf: IdentityUnavailableError })
})

test('a name that is nobody’s is asked for again when any user has changed', async (t) => {
  const { one, known, world } = finder()
  t.deepEqual(await one.byName('guest@example.com'), { userId: undefined })
  t.like(one.byName('guest@example.com'), { userId: undefined })
  known.forget('id of somebody new')
  await one.byName('guest@example.com')
  t.is(world.asked, 2)
})
