import test from 'ava'
import { permit } from '../../../proxy/banner/policies.ts'

const ADDRESS = new URL('https://chat.example/.well-known/weir/notices')
const OURS = 'b3Vycw=='

function permitted(...values: readonly string[]) {
  return permit(
    values.map((value) => ({ value, isReportOnly: false })),
    ADDRESS,
    () => OURS,
  )
}

/** What is sent where nothing of a policy changes. */
const UNCHANGED: readonly (readonly [policy: string, nonce: string])[] = [
  ["script-src 'nonce-cGFnZQ=='", 'cGFnZQ=='],
  ["script-src 'strict-dynamic' 'nonce-cGFnZQ==' https: 'unsafe-inline'", 'cGFnZQ=='],
  ["default-src 'self'; SCRIPT-SRC-ELEM 'self' 'NONCE-cGFnZQ=='; script-src 'none'", 'cGFnZQ=='],
  ["script-src 'unsafe-inline' https://cdn.example", OURS],
  ["object-src 'none'; base-uri 'self'", OURS],
  ["require-trusted-types-for 'script'; trusted-types default", OURS],
  // One of several policies has no word on scripts.
  ["require-trusted-types-for 'script', script-src 'nonce-cGFnZQ=='", 'cGFnZQ=='],
  ["script-src 'nonce-cGFnZQ=='; connect-src https://other.example https://*.example", 'cGFnZQ=='],
  ["script-src 'nonce-cGFnZQ=='; connect-src https://chat.example/.well-known/", 'cGFnZQ=='],
  ["sandbox allow-scripts allow-same-origin; script-src 'nonce-cGFnZQ=='", 'cGFnZQ=='],
]
for (const [policy, nonce] of UNCHANGED) {
  test(`a policy that allows the script stays as it is: ${policy}`, (t) => {
    t.deepEqual(permitted(policy), { nonce, values: [policy] })
  })
}

const ADDED: readonly (readonly [policy: string, sent: string])[] = [
  [
    "default-src 'self'; script-src 'sha256-YWJj' 'strict-dynamic'; object-src 'none'",
    `default-src 'self'; script-src 'sha256-YWJj' 'strict-dynamic' 'nonce-${OURS}'; object-src 'none'`,
  ],
  // The inline scripts of the page are forbidden already: a nonce forbids nothing more.
  ["script-src 'unsafe-inline' 'sha256-YWJj'", `script-src 'unsafe-inline' 'sha256-YWJj' 'nonce-${OURS}'`],
  ["script-src 'self'", `script-src 'self' 'nonce-${OURS}'`],
  [
    "default-src 'self' 'unsafe-inline' 'strict-dynamic'; style-src 'unsafe-inline'",
    `default-src 'self' 'unsafe-inline' 'strict-dynamic' 'nonce-${OURS}'; style-src 'unsafe-inline'`,
  ],
  ["default-src 'self' ; img-src *", `default-src 'self' 'nonce-${OURS}' ; img-src *`],
  // The first directive of a name holds.
  ["script-src 'self'; script-src 'nonce-cGFnZQ=='", `script-src 'self' 'nonce-${OURS}'; script-src 'nonce-cGFnZQ=='`],
]
for (const [policy, sent] of ADDED) {
  test(`a nonce of our own is added, and nothing removed: ${policy}`, (t) => {
    t.deepEqual(permitted(policy), { nonce: OURS, values: [sent] })
  })
}

test('the nonce of one policy is never made to count in another one', (t) => {
  const [one, other] = ["script-src 'nonce-b25l'", "script-src 'nonce-b3RoZXI='"]
  const both = { nonce: OURS, values: [`${one} 'nonce-${OURS}'`, `${other} 'nonce-${OURS}'`] }
  t.deepEqual(permitted(one, other), both)
  t.deepEqual(permitted(`${one}, ${other}`), { nonce: OURS, values: [both.values.join(', ')] })
  t.is(permitted(one, `${other} 'nonce-b25l'`)?.nonce, 'b25l')
})

for (const policy of [
  "script-src 'none'",
  "default-src 'none'",
  'script-src',
  'sandbox allow-scripts',
  'sandbox allow-same-origin',
  'sandbox',
  "script-src 'nonce-cGFnZQ=='; connect-src https://api.example",
  "script-src 'nonce-cGFnZQ=='; connect-src 'none'",
  "script-src 'nonce-cGFnZQ=='; connect-src wss://chat.example",
  "script-src 'nonce-cGFnZQ=='; connect-src https://chat.example/api/",
  "script-src 'nonce-cGFnZQ=='; connect-src https://chat.example:8443",
  "default-src https://cdn.example; script-src 'nonce-cGFnZQ=='",
  // The page's inline styles would lose what allows them.
  "default-src 'self' 'unsafe-inline' 'strict-dynamic'; connect-src *",
]) {
  test(`no script where it would take a weaker policy: ${policy}`, (t) => {
    t.is(permitted(policy), undefined)
    t.is(permitted("script-src 'nonce-cGFnZQ=='", policy), undefined)
    t.is(permitted(policy, "script-src 'sha256-YWJj'"), undefined)
  })
}

test('a policy that is only reported is no obstacle, and gets the nonce so that there is nothing to report', (t) => {
  const headers = [
    { value: "script-src 'nonce-cGFnZQ=='", isReportOnly: false },
    { value: "script-src 'nonce-b3RoZXI='; connect-src 'none'", isReportOnly: true },
    { value: "script-src 'none'", isReportOnly: true },
  ]
  t.deepEqual(
    permit(headers, ADDRESS, () => OURS),
    {
      nonce: OURS,
      values: [
        `script-src 'nonce-cGFnZQ==' 'nonce-${OURS}'`,
        `script-src 'nonce-b3RoZXI=' 'nonce-${OURS}'; connect-src 'none'`,
        "script-src 'none'",
      ],
    },
  )
})

test('what is no nonce is not put into a page', (t) => {
  t.is(permitted(`script-src 'nonce-"><script>'`)?.nonce, OURS)
})

test('each page has a nonce of its own', (t) => {
  const nonce = () => permit([], ADDRESS)?.nonce ?? ''
  t.regex(nonce(), /^[A-Za-z0-9+/]{22}==$/)
  t.not(nonce(), nonce())
})
