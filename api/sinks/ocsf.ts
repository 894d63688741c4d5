import { VERSION } from '../../config/version.ts'
import type { Severity } from '../../core/model/alert.ts'
import { toAsciiJson } from './ascii-json.ts'
import { type Facts, factsOf } from './facts.ts'
import type { Format, SinkEventType } from './format.ts'

/** schema.ocsf.io/1.2.0. */
const SCHEMA_VERSION = '1.2.0'

const SEVERITY: Readonly<Record<Severity, { readonly severity_id: number; readonly severity: string }>> = {
  low: { severity_id: 2, severity: 'Low' },
  medium: { severity_id: 3, severity: 'Medium' },
  high: { severity_id: 4, severity: 'High' },
  critical: { severity_id: 5, severity: 'Critical' },
}

const DETECTION_FINDING = 2004
const ACCOUNT_CHANGE = 3001
const ENTITY_MANAGEMENT = 3004
const BASE_EVENT = 0
const OTHER = 99

/** Class and activity of each event type. An interaction alone is no finding, and no class of 1.2.0 knows AI services. */
const CLASS_OF: Readonly<Record<SinkEventType, readonly [classUid: number, activityId: number]>> = {
  'interaction.created': [BASE_EVENT, OTHER],
  'interaction.classified': [BASE_EVENT, OTHER],
  'interaction.policy_violated': [DETECTION_FINDING, 1],
  'interaction.high_risk': [DETECTION_FINDING, 1],
  'alert.created': [DETECTION_FINDING, 1],
  'alert.severity_high': [DETECTION_FINDING, 1],
  'alert.severity_critical': [DETECTION_FINDING, 1],
  'alert.resolved': [DETECTION_FINDING, 3],
  'policy.created': [ENTITY_MANAGEMENT, 1],
  'policy.updated': [ENTITY_MANAGEMENT, 3],
  'policy.enabled': [ENTITY_MANAGEMENT, 3],
  'policy.disabled': [ENTITY_MANAGEMENT, 3],
  'policy.deleted': [ENTITY_MANAGEMENT, 4],
  'user.invited': [ACCOUNT_CHANGE, 1],
  'user.activated': [ACCOUNT_CHANGE, 2],
  'user.role_changed': [ACCOUNT_CHANGE, OTHER],
  'user.deleted': [ACCOUNT_CHANGE, 6],
  'audit.head': [BASE_EVENT, OTHER],
}

/** Profile security_control: the outcome of the interaction. */
const CONTROL_OF: Readonly<Record<string, { readonly action_id: number; readonly disposition_id: number }>> = {
  block: { action_id: 2, disposition_id: 2 },
  coach: { action_id: 1, disposition_id: OTHER },
  log: { action_id: 1, disposition_id: 17 },
  allow: { action_id: 1, disposition_id: 1 },
}

/** Open Cybersecurity Schema Framework, one JSON object. */
export const toOcsf: Format = (event, isWhole) => {
  const facts = factsOf(event)
  const [classUid, activityId] = CLASS_OF[event.event_type]
  const control = classUid === DETECTION_FINDING ? CONTROL_OF[facts.enforced_action ?? ''] : undefined
  return toAsciiJson({
    activity_id: activityId,
    ...(activityId === OTHER && { activity_name: event.event_type }),
    category_uid: Math.floor(classUid / 1000),
    class_uid: classUid,
    type_uid: classUid * 100 + activityId,
    time: Date.parse(event.timestamp),
    ...SEVERITY[facts.severity],
    message: facts.message,
    metadata: {
      version: SCHEMA_VERSION,
      uid: event.id,
      event_code: event.event_type,
      tenant_uid: event.tenant_id,
      product: { name: 'Weir', vendor_name: 'Weir', version: VERSION },
      ...(control !== undefined && { profiles: ['security_control'] }),
    },
    ...(control !== undefined && { ...control, action: facts.enforced_action, disposition: facts.enforced_action }),
    ...objectsOf(classUid, facts),
    ...(isWhole && { unmapped: event.data }),
  })
}

/** The fields that the class requires. */
function objectsOf(classUid: number, facts: Facts): Record<string, unknown> {
  const { event, id, name } = facts
  if (classUid === DETECTION_FINDING) {
    const isAlert = event.event_type.startsWith('alert.')
    return {
      status_id: event.event_type === 'alert.resolved' ? 4 : 1,
      finding_info: {
        uid: isAlert ? id : `${event.event_type}:${id}`,
        title: facts.title ?? facts.message,
        desc: facts.description ?? (facts.findings === '' ? undefined : facts.findings),
        types: [facts.type ?? event.event_type],
        analytic: facts.policies[0] === undefined ? undefined : { type_id: 1, name: facts.policies[0] },
      },
      ...resourcesOf(facts),
    }
  }
  if (classUid === ENTITY_MANAGEMENT) return { entity: { type: 'policy', uid: id, name } }
  if (classUid === ACCOUNT_CHANGE) return { user: { uid: id, name: facts.email, email_addr: facts.email } }
  return {}
}

function resourcesOf({ platform_id, user_id }: Facts): Record<string, unknown> {
  return {
    ...(platform_id !== undefined && { resources: [{ type: 'AI service', name: platform_id, uid: platform_id }] }),
    ...(user_id !== undefined && { evidences: [{ actor: { user: { uid: user_id } } }] }),
  }
}
