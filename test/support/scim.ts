import type { TestApi } from './api.ts'

export interface ScimResource {
  readonly id: string
  readonly userName: string
  readonly active: boolean
  readonly displayName?: string
  readonly members?: readonly { readonly value: string }[]
  readonly meta: { readonly version: string; readonly location: string }
  readonly [name: string]: unknown
}

export interface ScimList {
  readonly totalResults: number
  readonly startIndex: number
  readonly itemsPerPage: number
  readonly Resources: readonly ScimResource[]
}

export interface ScimFailure {
  readonly schemas: readonly string[]
  readonly status: string
  readonly scimType?: string
  readonly detail: string
}

/** A provisioning client with this service token. */
export function scimClient(api: TestApi, token: string) {
  const send = <T = ScimResource>(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) =>
    api.request<T>(method, `//scim/v2${path}`, {
      token,
      ...(json !== undefined && { json }),
      headers: { ...(json !== undefined && { 'content-type': 'application/scim+json' }), ...headers },
    })
  const list = async (path: string) => (await send<ScimList>('GET', path)).json
  const make = async (path: '/Users' | '/Groups', json: unknown) => {
    const { status, json: made, text } = await send('POST', path, json)
    if (status !== 201) throw new Error(`POST ${path} answered ${status}: ${text}`)
    return made
  }
  const patch = (path: string, ...Operations: unknown[]) => {
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']
    return send<ScimResource & ScimFailure>('PATCH', path, { schemas, Operations })
  }
  return { send, list, make, patch }
}
