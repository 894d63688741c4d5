import test from 'ava'
import { AccountBrake } from '../../api/auth/account-brake.ts'
import { KnownAddresses } from '../../api/auth/known-addresses.ts'
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
const wrong = async () => undefined

test('an account at which passwords are guessed is slowed down and not locked, and no other is', async (t) => {
  const waits: number[] = []
  const brake = new AccountBrake(async (ms) => waits.push(ms))
  for (let failure = 0; failure < 30; failure += 1) {
    await brake.attempt([failure % 2 === 0 ? 'jo@example.com' : 'Jo@Example.com'], HOME, wrong)
  }
  t.deepEqual(waits, [100, 200, 400, 800, 1600, 2000, 2000, 2000, 2000, 2000])
  await brake.attempt(['other@example.com'], HOME, wrong)
  t.is(waits.length, 10)
})

test('wrong passwords that come at the same moment wait like those that come one after the other', async (t) => {
  const waits: number[] = []
  const sleepers: (() => void)[] = []
  const brake = new AccountBrake((ms) => {
    waits.push(ms)
    return new Promise<void>((resolve) => sleepers.push(resolve))
  })
  const checks: (() => void)[] = []
  const check = () => new Promise<undefined>((resolve) => checks.push(() => resolve(undefined)))
  const attempts = Array.from({ length: 64 }, (_, n) => brake.attempt(['jo@example.com'], `192.0.${n}.7`, check))
  const settled = Promise.allSettled(attempts)
  for (let n = 0; n < 20; n += 1) await new Promise(setImmediate)
  t.is(checks.length, 20)
  for (const end of checks.splice(0)) end()
  for (let left = 16; left > 0; left -= 1) {
    while (sleepers.length === 0) await new Promise(setImmediate)
    sleepers.pop()?.()
    while (checks.length === 0) await new Promise(setImmediate)
    checks.pop()?.()
    for (let n = 0; n < 20; n += 1) await new Promise(setImmediate)
  }
  const refused = (await settled).filter(({ status }) => status === 'rejected')
  t.is(refused.length, 64 - 20 - 16)
  t.true(waits.every((ms) => ms >= 100))
})

test('right passwords cost no time, however many come', async (t) => {
  const brake = new AccountBrake(() => Promise.reject(new Error('nobody waits')))
  for (let n = 0; n < 50; n += 1) t.is(await brake.attempt(['jo@example.com'], HOME, async () => n), n)
})

test('an account whose name has the network of another in it is another account', async (t) => {
  const waits: number[] = []
  const brake = new AccountBrake(async (ms) => waits.push(ms))
  const known = ['jo@example.com', HOME]
  for (let n = 0; n < 30; n += 1) await brake.attempt([known.join(' ')], '198.51.100.7', wrong)
  waits.length = 0
  await brake.attempt(known, HOME, wrong)
  t.deepEqual(waits, [])

  const addresses = new KnownAddresses()
  addresses.add('192.0.2.8 jo@example.com', HOME)
  t.false(addresses.has('jo@example.com', `${HOME} 192.0.2.8`))
})

/** A brake whose delays end when the test says so, of an account at which twenty passwords were guessed. */
async function startBrake(guessers: readonly string[]) {
  const sleepers: (() => void)[] = []
  const brake = new AccountBrake(() => new Promise<void>((resolve) => sleepers.push(resolve)))
  for (let n = 0; n < 20; n += 1) await brake.attempt(['jo@example.com'], guessers[n % guessers.length] ?? '', wrong)
  const outcomes: string[] = []
  return {
    outcomes,
    /** Resolves when the attempt waits, or has been refused. */
    attempt: async (name: string, address: string) => {
      const passing = brake.attempt(['jo@example.com'], address, async () => true)
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
