import { randomBytes, randomUUID } from 'node:crypto'
import { classify } from '../../../core/inspect/classify.ts'
import { DetectorRule, type DetectorRule as Rule } from '../../../core/model/detector.ts'
import { compileDetectors } from '../../../core/tenant-detectors/compile.ts'
import { hashKnownValues } from '../../../core/tenant-detectors/known-values.ts'
import { randomNumbers } from '../../support/random-numbers.ts'

type Sketch = { readonly kind: Rule['kind'] } & Readonly<Record<string, unknown>>

/** A detector as a proxy gets it. */
export function served(sketch: Sketch): object {
  const rule = DetectorRule.parse(sketch)
  const id = randomUUID()
  const at = '2026-11-21T10:00:00.000Z'
  const frame = {
    id,
    tenant_id: id,
    name: 'x',
    description: '',
    enabled: true,
    created_at: at,
    updated_at: at,
    created_by: '',
  }
  if (rule.kind !== 'known_values') return { ...frame, ...rule }
  const { values, ...shown } = rule
  const index = hashKnownValues(values, rule.ignore_case, randomBytes(32))
  return { ...frame, ...shown, value_count: values.length, index }
}

/** What a text is classified as with these detectors, as `TYPE value`. */
export function findings(sketches: readonly Sketch[], text: string): string[] {
  const { set } = compileDetectors(sketches.map(served))
  return classify(text, { extra: set }).classifications.map(({ type, value, start, end }) => {
    if (text.slice(start, end) !== value) throw new Error(`offsets of ${type} do not fit`)
    return `${type} ${value}`
  })
}

/** Letters at random, the same ones each time: what an automaton of many states is slowest on. */
export function mixOf(letters: string, length: number): string {
  const below = randomNumbers(1)
  return Array.from({ length }, () => letters.charAt(below(letters.length))).join('')
}
