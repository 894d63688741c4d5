import test from 'ava'
import fc from 'fast-check'
import { closestName } from '../../core/closest-name.ts'

const KNOWN = ['EMAIL', 'PHONE', 'CREDIT_CARD', 'PERSON_NAME', 'openai-api', 'chatgpt-web', 'claude-web']

// As WEIR_PROXYPORT is meant: the same letters are closer than others that also look alike and come first.
test('what differs in an underscore alone is nearest of all', (t) => {
  t.is(closestName('PROXYPORT', ['PROXY_HOST', 'PROXY_PORT', 'PROXY_PORTS']), 'PROXY_PORT')
})

for (const [written, meant] of [
  ['CREDITCARD', 'CREDIT_CARD'],
  ['CREDIT_CRAD', 'CREDIT_CARD'],
  ['EMIAL', 'EMAIL'],
  ['E_MAILS', 'EMAIL'],
  ['PHONE_NUMBER', 'PHONE'],
  ['opnai-api', 'openai-api'],
  ['openai', 'openai-api'],
  ['chatgpt', 'chatgpt-web'],
  ['ORDER_NUMBER', undefined],
  ['X', undefined],
] as const) {
  test(`${written} is near ${meant ?? 'nothing'}`, (t) => {
    t.is(closestName(written, KNOWN), meant)
  })
}

/** The same distance in full, by its definition. */
function plainDistance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => Array.from({ length: b.length + 1 }, (_, j) => i + j))
  const at = (i: number, j: number) => rows[i]?.[j] ?? 0
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const row = rows[i] as number[]
      row[j] = Math.min(
        ...[at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)],
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(a.length, b.length)
}

test('what is near is what few letters tell apart, however long the names are', (t) => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 14 })
  fc.assert(
    fc.property(name, name, (written, other) => {
      const [short, long] = written.length < other.length ? [written, other] : [other, written]
      const isPart = short.length >= 4 && (long.startsWith(short) || long.endsWith(short))
      const allowed = Math.min(3, Math.ceil(written.length / 4))
      const isNear = isPart || plainDistance(written, other) <= allowed
      t.is(closestName(written, [other]), isNear ? other : undefined, `${written} ${other}`)
    }),
    { numRuns: 2000 },
  )
})
