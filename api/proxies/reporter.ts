import type { ApiDependencies } from '../dependencies.ts'
import type { Caller } from '../http/context.ts'
import { callerId } from '../http/request.ts'
import type { ProxyInstanceRecord } from '../store/proxy-instance-store.ts'

type Store = Pick<ApiDependencies['store'], 'users' | 'serviceTokens'>
export type Reporter = Pick<ProxyInstanceRecord, 'reported_by' | 'reporter_id'>

/** Who reports for a proxy. A person is kept by id: the address goes with the account. */
export function reporterOf(caller: Caller): Required<Reporter> {
  return { reported_by: caller.kind === 'service' ? caller.token.name : null, reporter_id: callerId(caller) }
}

/** Whether what it is known by still holds: whoever has a proxy gives it up with its token or account. */
export async function isStillThere(
  store: Store,
  tenantId: string,
  { reported_by, reporter_id }: Reporter,
): Promise<boolean> {
  if (reporter_id === undefined) return false
  if (reported_by === null) return (await store.users.get(tenantId, reporter_id)) !== undefined
  return (await store.serviceTokens.findByName(tenantId, reported_by))?.id === reporter_id
}

/** How administrators know those who reported for these proxies: names of service tokens, and addresses of people who are still there. */
export async function namesOfReporters(
  store: Store,
  tenantId: string,
  proxies: readonly Reporter[],
): Promise<(reporter: Reporter) => string> {
  const people = new Set(
    proxies.flatMap(({ reported_by, reporter_id = '' }) => (reported_by === null ? [reporter_id] : [])),
  )
  const addresses = new Map<string, string | undefined>()
  for (const id of people) addresses.set(id, (await store.users.get(tenantId, id))?.email)
  return ({ reported_by, reporter_id = '' }) => reported_by ?? addresses.get(reporter_id) ?? ''
}
