import { createHash } from 'node:crypto'
import test from 'ava'
import fc from 'fast-check'
import { matching } from '../../console/src/app/palette/matches.ts'
import { ticksOf } from '../../console/src/charts/ticks.ts'
import { reasonGiven } from '../../console/src/explain/metadata.ts'
import { riskParts } from '../../console/src/explain/risk-sum.ts'
import { factsOf, judge, versionAt } from '../../console/src/explain/why.ts'
import { dayOf, endOf, startOf } from '../../console/src/features/audit-log/days.ts'
import { hashOf, readingsOf } from '../../console/src/features/find/readings.ts'
import { implies, isContradiction } from '../../console/src/features/policies/hints.ts'
import { beforeLast, servicesTyped, typeTyped, unknownNames } from '../../console/src/features/policies/typed-names.ts'
import { isComplete, toSwitch } from '../../console/src/features/services/switch-draft.ts'
import { proxyHere } from '../../console/src/features/setup/proxy-here.ts'
import { formatMessage } from '../../console/src/i18n/format.ts'
import { forgetting } from '../../console/src/session/other-person.ts'
import { csvOf } from '../../console/src/text/csv.ts'
import { invitationIn } from '../../console/src/text/invitation.ts'
import { programOf } from '../../console/src/text/program.ts'
import { shortId } from '../../console/src/text/short-id.ts'
import { visibleParts, visibleText } from '../../console/src/text/visible.ts'
import { pageOf, parseSearch, searchOf, stringifySearch } from '../../console/src/url/search.ts'
import { referenceIn, wantedOf } from '../../console/src/wire/wanted.ts'
import type { Condition } from '../../core/model/policy.ts'
import { type Facts, holds } from '../../core/policy/evaluate.ts'
import { riskScore } from '../../core/risk.ts'
import { HOSTILE } from './seed.ts'

const TYPES = ['IBAN', 'EMAIL', 'API_KEY']
const PLATFORMS = ['chatgpt-web', 'openai-api', 'claude-web']
const type = fc.constantFrom(...TYPES)
const platform = fc.constantFrom(...PLATFORMS)
const step = fc.integer({ min: 0, max: 4 })
const comparison = fc.constantFrom('eq', 'lt', 'lte', 'gt', 'gte')
const condition = fc.oneof(
  fc.record({
    field: fc.constant('classifications'),
    operator: fc.constantFrom('contains', 'not_contains'),
    value: type,
  }),
  fc.record({ field: fc.constant('platform_id'), operator: fc.constantFrom('eq', 'ne'), value: platform }),
  fc.record({
    field: fc.constant('platform_id'),
    operator: fc.constant('in'),
    value: fc.uniqueArray(platform, { minLength: 1 }),
  }),
  fc.record({ field: fc.constant('risk_score'), operator: comparison, value: step.map((n) => n / 4) }),
  fc.record({ field: fc.constant('classification_count'), operator: comparison, value: step }),
) as fc.Arbitrary<Condition>
const conditions = fc.array(condition, { maxLength: 4 })
const facts: fc.Arbitrary<Facts> = fc.record({
  platform_id: platform,
  risk_score: fc.integer({ min: 0, max: 8 }).map((n) => n / 8),
  classifications: fc.array(
    type.map((one) => ({ type: one })),
    { maxLength: 5 },
  ),
  source: fc.constant('proxy' as const),
  direction: fc.constant('outbound' as const),
  user_id: fc.constant(null),
})
const matches = (all: readonly Condition[], sheet: Facts) => all.every((one) => holds(one, sheet))

test('rules that are called contradictions match nothing, and what is implied holds', (t) => {
  fc.assert(
    fc.property(conditions, conditions, facts, (a, b, sheet) => {
      if (matches(a, sheet)) t.false(isContradiction(a), JSON.stringify(a))
      if (implies(a, b) && matches(a, sheet)) t.true(matches(b, sheet), JSON.stringify([a, b]))
    }),
    { numRuns: 3000, seed: 20261122 },
  )
  const risk = (operator: 'gte' | 'gt' | 'lt', value: number): Condition => ({ field: 'risk_score', operator, value })
  t.true(isContradiction([risk('gte', 0.5), risk('lt', 0.5)]))
  t.true(implies([risk('gt', 0.8)], [risk('gte', 0.5)]))
  t.false(implies([risk('gte', 0.5)], [risk('gt', 0.5)]))
  t.true(
    implies(
      [{ field: 'platform_id', operator: 'eq', value: 'openai-api' }],
      [{ field: 'platform_id', operator: 'ne', value: 'claude-web' }],
    ),
  )
})

test('a record is explained by what a proxy judged by: what was said earlier counts', (t) => {
  const recorded = {
    platform_id: 'chatgpt-web',
    risk_score: 0.7,
    classifications: [{ type: 'IBAN', value: '', score: 1, start: 0, end: 4 }],
    source: 'proxy' as const,
    direction: 'outbound' as const,
    user_id: null,
    content_metadata: {
      context_findings: [{ type: 'IBAN', count: 2 }, { type: 5 }, null, { type: 'EMAIL', count: 1e9 }],
    },
  }
  t.is(factsOf(recorded).classifications.length, 1 + 1000)
  const [judged] = judge(
    { rules: { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'IBAN' }] } },
    recorded,
  )
  t.like(judged, { holds: true, found: 1, foundBefore: 2 })
})

test('the sum of a risk ends at the risk that is recorded', (t) => {
  const finding = fc.record({
    type: fc.constantFrom('IBAN', 'EMAIL', 'OWN'),
    value: fc.constantFrom('a', 'b'),
    score: fc.integer({ min: 0, max: 10 }).map((n) => n / 10),
  })
  fc.assert(
    fc.property(fc.array(finding, { maxLength: 6 }), (findings) => {
      const sum = riskParts(findings).at(-1)?.after ?? 0
      t.true(Math.abs(sum - riskScore(findings)) < 0.0001)
    }),
    { numRuns: 500, seed: 20261122 },
  )
})

test('pasted text is read in the ways in which it may have been sent', async (t) => {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  t.is(await hashOf('é\n'), hash('é\n'))
  const texts = readingsOf('a\r\nb \r\n').map(({ text }) => text)
  for (const text of ['a\r\nb \r\n', 'a\nb \n', 'a\nb', 'a\nb ']) t.true(texts.includes(text), JSON.stringify(text))
  t.is(new Set(texts).size, texts.length)
  t.is(readingsOf('plain').length, 2)
})

test('a reference, an id, a hash and text are told apart', (t) => {
  t.is(wantedOf(' 4F1c09a2be ').kind, 'reference')
  t.is(wantedOf('a'.repeat(64)).kind, 'hash')
  t.is(wantedOf('01a20309-2761-7d3f-8e60-5a55aa383350').kind, 'id')
  t.deepEqual(wantedOf('face '), { kind: 'text', value: 'face ' })
})

test('a refusal that is pasted whole names its reference in both languages, and a prompt names none', (t) => {
  t.is(
    referenceIn(
      '{"error":{"message":"This message was not sent. The policy \\"No bank accounts\\" does not allow it because it contains an IBAN. If you think this is wrong, ask your security team and give the reference 4F1c09a2be.","code":"policy_violation"}}',
    ),
    '4f1c09a2be',
  )
  t.is(
    referenceIn('contactez votre équipe de sécurité et donnez la référence 4f1c09a2be.'.normalize('NFD')),
    '4f1c09a2be',
  )
  for (const text of ['Call 0612345678', 'my reference 0612345678', 'give the reference 4f1c09a2beef', '4f1c09a2be'])
    t.is(referenceIn(text), undefined, text)
})

test('types and services are understood by what the console calls them', (t) => {
  const types = [
    { id: 'EMAIL', name: 'E-mail address' },
    { id: 'DATE_OF_BIRTH', name: 'Date de naissance' },
  ]
  t.is(typeTyped(' e-mail  ADDRESS', types), 'EMAIL')
  t.is(typeTyped('email', types), 'EMAIL')
  t.is(typeTyped('Date de Naissance', types), 'DATE_OF_BIRTH')
  t.is(typeTyped('order_number', types), 'ORDER_NUMBER')
  const services = [
    { id: 'anthropic-api', name: 'Anthropic API' },
    { id: 'openai-api', name: 'OpenAI API' },
  ]
  t.deepEqual(servicesTyped('Anthropic API, openai-api, host:x.example', services), [
    'anthropic-api',
    'openai-api',
    'host:x.example',
  ])
  t.deepEqual(servicesTyped('openai-api anthropic-api,', services), ['openai-api', 'anthropic-api'])
  t.is(beforeLast('openai-api, anth'), 'openai-api, ')
  t.is(beforeLast('anth'), '')
})

test('names that the API does not know are told, those found too late have a hint already', (t) => {
  const rules = {
    conditions: [
      { field: 'classifications', operator: 'contains', value: 'EMIAL' },
      { field: 'platform_id', operator: 'in', value: ['openai-api', 'claud-web'] },
      { field: 'classifications', operator: 'contains', value: 'TOPIC_HR' },
    ] satisfies Condition[],
  }
  t.deepEqual(
    unknownNames(rules, [
      { path: 'rules.conditions.0.value', message: '', did_you_mean: 'EMAIL' },
      { path: 'rules.conditions.1.value.1', message: '' },
      { path: 'rules.conditions.2.value', message: '' },
    ]),
    [
      { name: 'EMIAL', meant: 'EMAIL' },
      { name: 'claud-web', meant: undefined },
    ],
  )
})

test('what cannot be seen is made visible', (t) => {
  t.is(visibleText(HOSTILE.reversed), 'invoice⟨U+202E⟩fdp.exe')
  t.deepEqual(
    visibleParts('a\u200Bb').map(({ text }) => text),
    ['a', 'U+200B', 'b'],
  )
  t.deepEqual(visibleParts('é 日本 🙂').length, 1)
  t.is(visibleText('\u{E0041}\u0000'), '⟨U+E0041⟩⟨U+0000⟩')
})

test('no cell of an export becomes a formula', (t) => {
  t.is(
    csvOf([[HOSTILE.formula, '-1', '@x', 'a,b', 'say "x"', 'plain']]),
    `"'=HYPERLINK(""http://evil.example"",""x"")",'-1,'@x,"a,b","say ""x""",plain\r\n`,
  )
})

test('no part of a cell becomes a formula, wherever a reader splits', (t) => {
  const cells = [
    'a;=1+1',
    'a;  -2',
    'a\t@x',
    'a\n+1',
    'a\r\n=1',
    'a\r＝1',
    'a|=1',
    'a;"=1"',
    '"=1"',
    '\t=1',
    ';=1',
    ' \n=1',
  ]
  for (const cell of cells) {
    // None of these readers knows that a quote in the middle of their cell began earlier.
    const line = csvOf([['first', cell]]).slice('first,'.length)
    for (const part of line.split(/[;|\t]|\r?\n|\r/)) t.notRegex(part, /^[\s"]*[=+\-@＝＋－＠]/, JSON.stringify(cell))
  }
  t.is(csvOf([['a', undefined, 'b']]), 'a,,b\r\n')
  for (const cell of ['2026-11-25', 'a-b;c', 'jo@example.com; al@example.com', 'a = b', '1;2'])
    t.is(csvOf([[cell]]), `${cell}\r\n`)
  const blanks = ' '.repeat(100_000)
  const began = performance.now()
  csvOf([[`;${blanks}`, '; '.repeat(50_000), '\n'.repeat(100_000)]])
  t.true(performance.now() - began < 1000)
})

test('an address keeps its filters as text, and drops what it does not know', (t) => {
  const read = searchOf(['reference', 'action'], { action: ['block', 'allow'] })
  t.deepEqual(read(parseSearch('?reference=1234567890&action=block&evil=1')), {
    reference: '1234567890',
    action: 'block',
  })
  t.deepEqual(read({ action: 'nothing', reference: 7 }), {})
  t.is(stringifySearch({ reference: '12 3', action: undefined, page: '' }), '?reference=12+3')
  t.is(stringifySearch({}), '')
  t.deepEqual(['2', '0', '-1', 'x', '1.5', undefined].map(pageOf), [2, 1, 1, 1, 1, 1])
})

test('messages choose by number, by word and by language', (t) => {
  const message = [
    ['n', 'plural', { 0: ['none'], one: ['#', ' prompt'], many: ['#', ' many'], other: ['#', ' prompts'] }],
    ' ',
    ['a', 'select', { b: ['B'], other: ['?'] }],
  ] as const
  t.is(formatMessage(message, { n: 1, a: 'b' }, 'en'), '1 prompt B')
  t.is(formatMessage(message, { n: 0, a: 'x' }, 'en'), 'none ?')
  t.is(formatMessage(message, { n: 1200, a: 'b' }, 'en'), '1,200 prompts B')
  t.is(formatMessage(message, { n: 1_000_000, a: 'b' }, 'fr').replaceAll(/\s/g, ' '), '1 000 000 many B')
  t.is(formatMessage(['<', ['x'], '>'], { x: '<b>{y}' }, 'en'), '<<b>{y}>')
})

test('of an invitation only its token counts', (t) => {
  const token = `inv_${'a-_9'.repeat(10)}`
  t.is(invitationIn(`https://evil.example/x?y#token=${token}\n`), token)
  t.is(invitationIn(` ${token} `), token)
  for (const text of ['', 'https://weir.example.com/accept-invitation', 'javascript:alert(1)', `${token} and more`])
    t.is(invitationIn(text), undefined, text)
})

test('of the names of a proxy the one counts by which the console was opened, and nothing is made up', (t) => {
  const at = (url: string) => ({ url, pac_url: `${url}proxy.pac`, ca_url: `${url}ca.pem`, local_only: false })
  const proxies = [at('http://weir.example.com:8080/'), at('http://[::1]:8080/')]
  t.is(proxyHere([], 'weir.example.com'), undefined)
  t.is(proxyHere(proxies, '[::1]'), proxies[1])
  t.is(proxyHere(proxies, 'elsewhere.example.com'), proxies[0])
})

test('a switch is sent as the API takes it', (t) => {
  const now = Date.parse('2026-11-22T10:00:00Z')
  const draft = { platformId: 'openai-api', reason: ' Why ', userIds: ['u'], addresses: '10.0.0.0/8,\n\n::1' }
  t.deepEqual(toSwitch({ ...draft, kind: 'pass_through', hours: 4 }, now), {
    ...{ kind: 'pass_through', platform_id: 'openai-api', reason: 'Why', expires_at: '2026-11-22T14:00:00.000Z' },
  })
  t.deepEqual(toSwitch({ ...draft, kind: 'intercept_only_for', hours: 0 }, now), {
    ...{ kind: 'intercept_only_for', platform_id: 'openai-api', reason: 'Why' },
    ...{ user_ids: ['u'], addresses: ['10.0.0.0/8', '::1'] },
  })
  t.false(isComplete({ ...draft, kind: 'pass_through', hours: 1, reason: ' ' }))
  t.false(isComplete({ ...draft, kind: 'intercept_only_for', hours: 0, userIds: [], addresses: ' ' }))
})

test('what decided then is the last version before it, unless the policy was deleted', (t) => {
  const versions = [
    { changed_at: '2026-11-22T12:00:00.000Z', change: 'deleted' },
    { changed_at: '2026-11-22T11:00:00.000Z', change: 'changed' },
    { changed_at: '2026-11-22T10:00:00.000Z', change: 'created' },
  ]
  const at = (time: string) => versionAt(versions, `2026-11-22T${time}:00.000Z`)?.change
  t.deepEqual(['12:30', '11:00', '10:59', '09:59'].map(at), [undefined, 'changed', 'created', undefined])
})

test('the palette lists what has the name before what is only of that kind', (t) => {
  const choices = ['Alerts', 'Interactions', 'Setup', 'Policies'].map((label) => ({
    id: label,
    label,
    kind: 'Page',
    run() {},
  }))
  t.deepEqual(
    matching(choices, 'p').map(({ label }) => label),
    ['Policies', 'Setup', 'Alerts', 'Interactions'],
  )
  t.deepEqual(matching(choices, 'page').length, 4)
})

test('what stands at an axis is whole, and reaches as far as what is shown', (t) => {
  t.deepEqual(ticksOf(0), [0, 1])
  t.deepEqual(ticksOf(1), [0, 1])
  t.deepEqual(ticksOf(3), [0, 2, 4])
  t.deepEqual(ticksOf(5), [0, 3, 6])
  t.deepEqual(ticksOf(41), [0, 25, 50])
  t.deepEqual(ticksOf(1200), [0, 1000, 2000])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (most) => {
      const ticks = ticksOf(most)
      t.true(ticks.every((tick) => Number.isInteger(tick)) && (ticks.at(-1) ?? 0) >= most)
    }),
  )
})

test('a reason is shown as it was recorded, and one that is malformed breaks nothing', (t) => {
  t.is(reasonGiven({}), undefined)
  t.is(reasonGiven({ justification: null }), undefined)
  t.deepEqual(reasonGiven({ justification: { reason: 'My own account', given_at: '2026-11-22T12:00:00.000Z' } }), {
    text: 'My own account',
    at: '2026-11-22T12:00:00.000Z',
    isOfProgram: false,
  })
  t.deepEqual(reasonGiven({ justification: { reason: ['x'], given_at: '=HYPERLINK()', given_by: 'program' } }), {
    text: '',
    at: undefined,
    isOfProgram: true,
  })
})

test('a program is called by the name that people know, or else shown as it came', (t) => {
  const on = (system: string, rest: string) => programOf(`Mozilla/5.0 (${system}) ${rest}`)
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  const windows = 'Windows NT 10.0; Win64; x64'
  const like = (program: string, system: string) => ({ program, system })
  t.deepEqual(on(windows, `${webkit} Chrome/156.0.0.0 Safari/537.36`), like('Chrome', 'Windows'))
  t.deepEqual(on(windows, `${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`), like('Edge', 'Windows'))
  t.deepEqual(on('X11; Linux x86_64; rv:145.0', 'Gecko/20100101 Firefox/145.0'), like('Firefox', 'Linux'))
  t.deepEqual(on('Linux; Android 16; K', `${webkit} Chrome/156.0.0.0 Mobile Safari/537.36`), like('Chrome', 'Android'))
  const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0'
  t.deepEqual(on('Macintosh; Intel Mac OS X 10_15_7', `${apple} Safari/605.1.15`), like('Safari', 'macOS'))
  t.deepEqual(
    on('iPhone; CPU iPhone OS 18_6 like Mac OS X', `${apple} Mobile/15E148 Safari/604.1`),
    like('Safari', 'iOS'),
  )
  for (const other of ['', 'curl/8.5.0', 'undici', 'Chrome/156 Windows NT', `${'x'.repeat(100_000)} Chrome/1`])
    t.is(programOf(other), undefined)
})

test('a day has its first and its last moment in the reader’s zone, and what is no day has none', (t) => {
  // The days on which clocks are changed in Europe and America among them.
  for (const day of ['2026-11-22', '2024-02-29', '2026-03-29', '2026-10-25', '2026-11-01']) {
    const [first, last] = [startOf(day), endOf(day)]
    t.is(dayOf(first), day)
    t.is(dayOf(last), day)
    t.true((first ?? '') < (last ?? ''))
    t.not(dayOf(new Date(Date.parse(last ?? '') + 1).toISOString()), day)
    t.not(dayOf(new Date(Date.parse(first ?? '') - 1).toISOString()), day)
  }
  for (const none of ['', 'x', '2026-13-01']) t.deepEqual([startOf(none), endOf(none)], [undefined, undefined])
  t.deepEqual([dayOf(undefined), dayOf('yesterday')], ['', ''])
})

test('short ids of one moment differ, and what is no UUID is whole', (t) => {
  const ids = ['019a20a1-0615-7aaa-8aaa-0123456789ab', '019a20a1-0615-7aaa-8aaa-fedcba987654']
  t.deepEqual(ids.map(shortId), ['23456789ab', 'dcba987654'])
  t.deepEqual(['chatgpt-web', ''].map(shortId), ['chatgpt-web', ''])
})

test('what was loaded for one person is forgotten for the next, also where nobody signed out between them', (t) => {
  const forgotten: string[] = []
  let person: string | undefined
  const tell = forgetting(() => forgotten.push(`${person}`))
  for (person of [undefined, 'ada', 'ada', 'eve', 'eve', undefined, undefined, 'eve', undefined]) tell(person)
  t.deepEqual(forgotten, ['eve', 'undefined', 'undefined'])
})
