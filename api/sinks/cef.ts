import { VERSION } from '../../config/version.ts'
import type { Severity } from '../../core/model/alert.ts'
import { oneLine } from '../../core/one-line.ts'
import { type Facts, factsOf } from './facts.ts'
import type { Format } from './format.ts'

/** ArcSight's dictionary allows msg 1023 and custom strings 4000 characters. */
const MESSAGE_MAX = 1023
const VALUE_MAX = 1000

/** 0 to 10: to 3 is low, to 6 medium, to 8 high, from 9 very high (CEF, version 0, Severity). */
const SEVERITY: Readonly<Record<Severity, number>> = { low: 3, medium: 5, high: 8, critical: 10 }

/** Common Event Format, version 0 (Micro Focus ArcSight, Implementing CEF). */
export const toCef: Format = (event) => {
  const facts = factsOf(event)
  const header = ['Weir', 'Weir', VERSION, event.event_type, facts.message].map(inHeader)
  const extension = pairsOf(facts)
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([key, value]) => `${key}=${inExtension(String(value), key === 'msg' ? MESSAGE_MAX : VALUE_MAX)}`)
  return `CEF:0|${header.join('|')}|${SEVERITY[facts.severity]}|${extension.join(' ')}`
}

type Pair = readonly [key: string, value: string | number | undefined]

function pairsOf(facts: Facts): Pair[] {
  const { event } = facts
  return [
    ['rt', Date.parse(event.timestamp)],
    ['externalId', event.id],
    ['cat', event.event_type.split('.')[0]],
    ...custom('cs1', 'tenant_id', event.tenant_id),
    ...custom('cs2', 'object_id', facts.id),
    ['suid', facts.user_id],
    ['duser', facts.email],
    ['act', facts.enforced_action],
    ['cnt', facts.count],
    ['outcome', facts.status],
    ...custom('cs3', 'platform', facts.platform_id),
    ...custom('cs4', 'policies', facts.policies.join(', ') || facts.name),
    ...custom('cs5', 'findings', facts.findings),
    ...custom('cs6', 'kind', facts.type ?? facts.role),
    ...custom('cfp1', 'risk_score', facts.risk_score),
    ['msg', facts.description ?? facts.message],
  ]
}

function custom(key: string, label: string, value: string | number | undefined): Pair[] {
  return value === undefined || value === ''
    ? []
    : [
        [key, value],
        [`${key}Label`, label],
      ]
}

/** In the header a backslash and a pipe are escaped; there are no lines. */
function inHeader(text: string): string {
  return oneLine(text, VALUE_MAX).replace(/[\\|]/g, '\\$&')
}

/** In the extension a backslash and an equals sign are escaped. Lines could be, but no reader needs them. */
function inExtension(text: string, maxLength: number): string {
  return oneLine(text, maxLength).trim().replace(/[\\=]/g, '\\$&')
}
