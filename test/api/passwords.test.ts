import test from 'ava'
import { Passwords } from '../../api/auth/passwords.ts'
import { ApiError } from '../../api/http/api-error.ts'

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
