import { api, take } from '../../api/client.ts'
import type { Policy, Rules } from '../../wire/types.ts'

export interface Draft {
  readonly name: string
  readonly description: string
  readonly rules: Rules
  readonly enabled: boolean
  readonly priority: number
}

export function createPolicy(draft: Draft) {
  return take(api.POST('/policies', { body: draft }))
}

/** `version` is the ETag that the policy was read with: somebody else's change is not overwritten (412). */
export function updatePolicy(id: string, changes: Partial<Draft>, version: string | undefined) {
  const header = version === undefined ? {} : { 'If-Match': version }
  return take(api.PUT('/policies/{id}', { params: { path: { id }, header }, body: changes }))
}

export function togglePolicy(id: string, enabled: boolean) {
  return take(api.PATCH('/policies/{id}/toggle', { params: { path: { id } }, body: { enabled } }))
}

export async function deletePolicy(id: string): Promise<void> {
  await take(api.DELETE('/policies/{id}', { params: { path: { id } } }))
}

export interface Versioned {
  readonly policy: Policy
  readonly version: string | undefined
}

export async function readPolicy(id: string): Promise<Versioned> {
  const answer = await api.GET('/policies/{id}', { params: { path: { id } } })
  const policy = await take(Promise.resolve(answer))
  return { policy, version: answer.response.headers.get('ETag') ?? undefined }
}
