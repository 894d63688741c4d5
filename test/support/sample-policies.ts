import type { Condition, PolicyAction, Rules } from '../../core/model/policy.ts'
import type { PolicySketch } from './weir.ts'

/** A policy against one type of data. */
export function policyOn(type: string, action: PolicyAction, name = `${action} ${type}`): PolicySketch {
  return { name, rules: { action, conditions: [{ field: 'classifications', operator: 'contains', value: type }] } }
}

/** A policy for one platform, whatever is in the prompt. */
export function policyFor(platform: string, action: PolicyAction, name = `${action} ${platform}`): PolicySketch {
  const condition: Condition = { field: 'platform_id', operator: 'eq', value: platform }
  const rules: Rules = { action, conditions: [condition] }
  return { name, rules }
}

/** Texts that the detectors find one thing in, each of the standards' own sample values. */
export const IBAN = 'FR76 3000 6000 0112 3456 7890 189'
export const EMAIL = 'jeanne.martin@acme.fr'
export const PHONE = '+33 6 12 34 56 78'
