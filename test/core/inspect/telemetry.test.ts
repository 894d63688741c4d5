import test from 'ava'
import type { TextPart } from '../../../core/inspect/parts.ts'
import { inspectPrompt } from '../../../core/inspect/prompt.ts'
import { inspectTelemetry } from '../../../core/inspect/telemetry.ts'
import { detectorsWithOwnWords } from '../../../core/own-words/switch.ts'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import { cpuMsOf } from '../../support/cpu-time.ts'
import { served } from '../tenant-detectors/support.ts'

const CARD = '4532 0151 1283 0366'
const part = (text: string, at = 'x'): TextPart => ({ role: 'definition', text, at, isTelemetry: true })
const enforcedIn = (...texts: readonly string[]) =>
  inspectTelemetry(texts.map((text) => part(text))).facts.map(({ type }) => type)

test('of what machines write, only labelled cards, IBANs and NIRs and secrets by their shape count', (t) => {
  t.deepEqual(enforcedIn(CARD, '0.919177393', '06 12 34 56 78', 'jeanne.martin@acme.fr', '73282932000074'), [])
  t.deepEqual(enforcedIn(`card: ${CARD}`), ['CREDIT_CARD'])
  t.deepEqual(enforcedIn('IBAN FR76 3000 6000 0112 3456 7890 189'), ['IBAN'])
  t.deepEqual(enforcedIn('FR76 3000 6000 0112 3456 7890 189'), [])
  t.deepEqual(enforcedIn('sécu 1 85 05 78 006 084 91'), ['NIR'])
  t.deepEqual(enforcedIn('password = Tr0ub4dor&3xyz'), [])
  t.deepEqual(
    enforcedIn('-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qvS6GXhzTn5Ae2uDjf\n'),
    ['SECRET'],
  )
})

test('a label in another field labels nothing, nor does one that says that it is something else', (t) => {
  t.deepEqual(enforcedIn('the card was declined', CARD), [])
  t.deepEqual(enforcedIn(`card order ${CARD}`), [])
})

test('what is not enforced is in no fact, no risk and no type, and has its place', (t) => {
  const found = inspectTelemetry([part(CARD, 'a.b'), part(CARD, 'a.b'), part(`card ${CARD}`, 'a.c')])
  t.like(found, { contextFindings: [{ type: 'CREDIT_CARD', count: 1 }], findingTypes: ['CREDIT_CARD'] })
  t.deepEqual(found.telemetry, [
    { type: 'CREDIT_CARD', part: 'telemetry', at: 'a.c', count: 1, isEnforced: true },
    { type: 'CREDIT_CARD', part: 'telemetry', at: 'a.b', count: 2, isEnforced: false },
  ])
  t.is(inspectTelemetry([part(CARD)]).riskScore, 0)
  t.deepEqual(found.origins, [{ type: 'CREDIT_CARD', place: 'telemetry', at: 'a.c' }])
})

test('a prompt in it is inspected as any other', (t) => {
  const prompt: TextPart = { role: 'user', text: `Pay with ${CARD}`, at: 'prompt' }
  const { telemetry, places: _, origins: _origins, ...found } = inspectTelemetry([prompt])
  const { places: _places, origins: _same, ...plain } = inspectPrompt([prompt])
  t.deepEqual(found, { ...plain })
  t.deepEqual(telemetry, [{ type: 'CREDIT_CARD', part: 'prompt', at: 'prompt', count: 1, isEnforced: true }])
})

test('a tenant’s detector counts, also where a built-in one is surer of the same', (t) => {
  const pattern = '4532 0151 \\d{4} \\d{4}'
  const { set } = compileDetectors([served({ kind: 'pattern', type: 'CREDIT_CARD', pattern, score: 0.5 })])
  const extra = detectorsWithOwnWords(set, [])
  t.deepEqual(
    inspectTelemetry([part(CARD)], { extra }).telemetry?.map(({ isEnforced }) => isEnforced),
    [true],
  )
})

test('a field of megabytes with thousands of labelled cards is read once', (t) => {
  const text = Array.from({ length: 8000 }, () => `card ${CARD} ${'and words that say nothing '.repeat(15)}`).join('\n')
  const cpuMs = cpuMsOf(() => t.is(inspectTelemetry([part(text)]).telemetry?.[0]?.count, 8000))
  t.true(cpuMs < 10_000, `${cpuMs} ms`)
})
