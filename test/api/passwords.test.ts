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

test('an account at which passwords are guessed is slowed down and not locked, and no other is', async (t) => {
  const waits: number[] = []
  const brake = new AccountBrake(async (ms) => waits.push(ms))
  for (let failure = 0; failure < 30; failure += 1) {
    await brake.pass('jo@example.com')
    await brake.failed(failure % 2 === 0 ? 'jo@example.com' : 'Jo@Example.com')
  }
  t.deepEqual(waits, [100, 200, 400, 800, 1600, 2000, 2000, 2000, 2000, 2000])
  await brake.pass('other@example.com')
  t.is(waits.length, 10)
})

test('attempts at one account wait for each other, in a line that ends', async (t) => {
  const sleepers: (() => void)[] = []
  const brake = new AccountBrake(() => new Promise<void>((resolve) => sleepers.push(resolve)))
  for (let failure = 0; failure < 20; failure += 1) await brake.failed('jo@example.com')
  const passed: number[] = []
  const attempts = Array.from({ length: 6 }, (_, n) => brake.pass('jo@example.com').then(() => passed.push(n)))
  const refused = await Promise.allSettled(attempts.slice(4))
  t.true(refused.every((result) => result.status === 'rejected' && result.reason.status === 429))
  for (let woken = 0; woken < 4; woken += 1) {
    while (sleepers.length === 0) await new Promise(setImmediate)
    t.is(sleepers.length, 1)
    sleepers.pop()?.()
    while (passed.length <= woken) await new Promise(setImmediate)
  }
  t.deepEqual(passed, [0, 1, 2, 3])
})
