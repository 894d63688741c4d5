import test from 'ava'
import { AccountBrake } from '../../api/auth/account-brake.ts'
import { ApiError } from '../../api/http/api-error.ts'
import { Passwords } from '../../api/passwords/passwords.ts'

test('a password fits its own hash, which is argon2id with what OWASP asks for', async (t) => {
  const passwords = new Passwords()
  const hash = await passwords.hash('Correct-Horse-1')
  t.regex(hash, /^\$argon2id\$v=19\$m=19456,(t=2,p=1|p=1,t=2)\$/)
  t.true(await passwords.verify(hash, 'Correct-Horse-1'))
  t.false(await passwords.verify(hash, 'correct-horse-1'))
  t.false(await passwords.verify(null, 'Correct-Horse-1'))
  t.false(await passwords.verify(undefined, ''))
})

test('a flood of passwords waits in a line that ends, and the line moves on', async (t) => {
  const passwords = new Passwords()
  const hash = await passwords.hash('Correct-Horse-1')
  const results = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.verify(hash, 'x')))
  const refused = results.filter((result) => result.status === 'rejected')
  t.is(refused.length, 80 - 2 - 64)
  t.true(refused.every(({ reason }) => reason instanceof ApiError && reason.status === 429))
  t.true(await passwords.verify(hash, 'Correct-Horse-1'))
})

test('a flood from strange addresses leaves half of the turns to those that are known', async (t) => {
  const passwords = new Passwords()
  const hash = await passwords.hash('Correct-Horse-1')
  const done: string[] = []
  const flood = Array.from({ length: 66 }, () =>
    passwords.verify(hash, 'x', 'unknown').then(() => done.push('unknown')),
  )
  const known = Array.from({ length: 5 }, () => passwords.verify(hash, 'x', 'known').then(() => done.push('known')))
  await Promise.all(known)
  // Two were under way, and then they take turns.
  t.true(done.filter((line) => line === 'unknown').length <= 2 + 5 + 2)
  await Promise.all(flood)
})

const HOME = '192.0.2.7'

test('an account at which passwords are guessed is slowed down and not locked, and no other is', async (t) => {
  const waits: number[] = []
  const brake = new AccountBrake(async (ms) => waits.push(ms))
  for (let failure = 0; failure < 30; failure += 1) {
    await brake.pass('jo@example.com', HOME)
    await brake.failed(failure % 2 === 0 ? 'jo@example.com' : 'Jo@Example.com', HOME)
  }
  t.deepEqual(waits, [100, 200, 400, 800, 1600, 2000, 2000, 2000, 2000, 2000])
  await brake.pass('other@example.com', HOME)
  t.is(waits.length, 10)
})

/** A brake whose delays end when the test says so, of an account at which twenty passwords were guessed. */
async function startBrake(guessers: readonly string[]) {
  const sleepers: (() => void)[] = []
  const brake = new AccountBrake(() => new Promise<void>((resolve) => sleepers.push(resolve)))
  for (let n = 0; n < 20; n += 1) await brake.failed('jo@example.com', guessers[n % guessers.length] ?? '')
  const outcomes: string[] = []
  return {
    outcomes,
    /** Resolves when the attempt waits, or has been refused. */
    attempt: async (name: string, address: string) => {
      const passing = brake.pass('jo@example.com', address)
      passing.then(
        () => outcomes.push(name),
        ({ status }) => outcomes.push(`${name} ${status}`),
      )
      for (let n = 0; n < 20; n += 1) await new Promise(setImmediate)
    },
    next: async () => {
      const before = outcomes.length
      while (sleepers.length === 0) await new Promise(setImmediate)
      if (sleepers.length > 1) throw new Error('two attempts at once')
      sleepers.pop()?.()
      while (outcomes.length === before) await new Promise(setImmediate)
    },
  }
}

test('attempts at one account wait for each other, in a line that ends', async (t) => {
  const { outcomes, attempt, next } = await startBrake([HOME])
  for (let n = 0; n < 6; n += 1) await attempt(String(n), HOME)
  t.deepEqual(outcomes, ['4 429', '5 429'])
  for (let n = 0; n < 4; n += 1) await next()
  t.deepEqual(outcomes.slice(2), ['0', '1', '2', '3'])
})

test('a network from which nothing was guessed goes first, however many addresses guess', async (t) => {
  const guessers = Array.from({ length: 40 }, (_, n) => `2001:db8:1:${n}::1`)
  const { outcomes, attempt, next } = await startBrake(guessers)
  // Addresses of which each is new, in one network.
  for (let n = 40; n < 46; n += 1) await attempt(`guess ${n}`, `2001:db8:1:${n}::1`)
  t.deepEqual(outcomes, ['guess 44 429', 'guess 45 429'])
  await attempt('jo', '2001:db8:2:1::1')
  await next()
  t.is(outcomes.at(-1), 'jo')
})

test('a full line has room for a network from which nothing was guessed, and for no other', async (t) => {
  const networks = Array.from({ length: 20 }, (_, n) => `198.51.${n}.1`)
  const { outcomes, attempt, next } = await startBrake(networks)
  for (const network of networks.slice(0, 16)) await attempt('guess', network)
  t.deepEqual(outcomes, [])
  await attempt('late guess', '198.51.18.2')
  t.deepEqual(outcomes, ['late guess 429'])
  await attempt('jo', HOME)
  t.deepEqual(outcomes, ['late guess 429', 'guess 429'])
  await next()
  t.is(outcomes.at(-1), 'jo')
})
