import test from 'ava'
import { classify } from '../../../../core/inspect/classify.ts'
import { TOKEN_RULES } from '../../../../core/inspect/rules/tokens.ts'
import {
  ATLASSIAN_CHECKSUM,
  CLOUDFLARE_CHECKSUM,
  GITHUB_CHECKSUM,
  GRAFANA_CHECKSUM,
  hasChecksum,
} from '../../../../core/inspect/validators/token-checksum.ts'

const VENDORS_MIN = 150

test('tokens of at least 150 vendors have a known shape', (t) => {
  const vendors = new Set(TOKEN_RULES.map(({ id }) => id.split('-')[1]))
  t.true(vendors.size >= VENDORS_MIN, `${vendors.size} vendors`)
})

// Tokens that never opened anything, published in the tests of Grafana and secretlint, put together here so that no scanner stops at them.
const PUBLISHED = [
  { checksum: GRAFANA_CHECKSUM, token: ['glsa', 'ThisI5NtTheTok3nYou8reLo0k1ngF0r', '0a2a3df7'].join('_') },
  { checksum: GRAFANA_CHECKSUM, token: ['glsa', 'iNValIdinValiDinvalidinvalidinva', '5b582697'].join('_') },
  { checksum: CLOUDFLARE_CHECKSUM, token: ['cfat', 'aAbBcCdDeEfFgGhHiIjJkKlLmMnNoOpPqQrRsStT03fa099b'].join('_') },
]

for (const { checksum, token } of PUBLISHED) {
  test(`the checksum of a published token holds: ${token.slice(0, 12)}`, (t) => {
    t.true(hasChecksum(token, checksum))
    t.false(hasChecksum(`${token.slice(0, 10)}Z${token.slice(11)}`, checksum))
  })
}

function githubToken(random: string): string {
  const head = `ghp_${random}`
  return head + GITHUB_CHECKSUM.of(head)
}

test('a token with its checksum is surer than one with a wrong one, and both are told', (t) => {
  const right = githubToken('zQ8mK2vX5nL9pR3tY7wB1cD4fG6hJ0')
  t.is(right.length, 40)
  const wrong = `${right.slice(0, -1)}${right.endsWith('0') ? '1' : '0'}`
  const scoreOf = (token: string) =>
    classify(`use ${token} here`).classifications.find(({ type }) => type === 'API_KEY')?.score
  t.true((scoreOf(right) ?? 0) >= 0.97)
  const doubted = scoreOf(wrong) ?? 0
  t.true(doubted >= 0.5 && doubted < (scoreOf(right) ?? 0), String(doubted))
})

test('checksums are padded', (t) => {
  t.regex(GITHUB_CHECKSUM.of('ghp_a'), /^[0-9A-Za-z]{6}$/)
  t.is(ATLASSIAN_CHECKSUM.of('').length, 8)
})
