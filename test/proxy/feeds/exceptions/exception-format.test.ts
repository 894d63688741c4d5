import { randomUUID } from 'node:crypto'
import test from 'ava'
import { WeirError } from '../../../../core/errors.ts'
import type { ServedException } from '../../../../core/resources/exception.ts'
import { exceptionFormat } from '../../../../proxy/feeds/exceptions/exception-format.ts'

const FILE = '/data/exceptions.json'
const KEY = 'a2V5IG9mIHRoZXNlIGhhc2hlcw=='
const HASH = 'aGFzaCBvZiBhIHZhbHVl'
const EXCEPTION: ServedException = {
  ...{ id: randomUUID(), policy_id: null, types: [], platform_ids: [], user_ids: [], value_count: 1 },
  ...{ reason: 'a test account', owner: 'Jean', created_by: 'Jean' },
  ...{ expires_at: '2026-12-01T00:00:00.000Z', created_at: '2026-11-01T00:00:00.000Z' },
  hashed: { key: KEY, hashes: [HASH] },
}
const SUPPLIED = { items: [EXCEPTION], fetchedAt: Date.parse('2026-11-23T10:00:00.000Z') }

test('the file holds neither hashes nor their key in the clear, and is read with the same service token', (t) => {
  const text = exceptionFormat(FILE, 'token').encode(SUPPLIED)
  for (const secret of [KEY, HASH, 'a test account', EXCEPTION.id]) t.false(text.includes(secret), secret)
  t.deepEqual(exceptionFormat(FILE, 'token').decode(text), SUPPLIED)
})

test('what another service token sealed, or somebody changed, is damaged; the error quotes nothing', (t) => {
  const text = exceptionFormat(FILE, 'token').encode(SUPPLIED)
  for (const [token, file] of [
    ['another token', text],
    ['token', text.replace(/.{8}"\}$/, 'AAAAAAA="}')],
    ['token', `{"version":2,"sealed":"${HASH}"}`],
    ['token', '{"secret'],
  ] as const) {
    const error = t.throws(() => exceptionFormat(FILE, token).decode(file), { instanceOf: WeirError })
    t.is(error?.code, 'ERR_EXCEPTION_CACHE')
    t.is(error?.message, `${FILE} is damaged, or was written with another service token`)
  }
})

test('a file that was written before files were sealed is read, so that an upgrade without the API loses nothing', (t) => {
  const plain = JSON.stringify({ version: 1, fetched_at: '2026-11-23T10:00:00.000Z', exceptions: [EXCEPTION] })
  t.deepEqual(exceptionFormat(FILE, 'token').decode(plain), SUPPLIED)
})
