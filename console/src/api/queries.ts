import { queryOptions } from '@tanstack/react-query'
import type { Period, Policy } from '../wire/types.ts'
import { api, take } from './client.ts'

/** What several pages ask for. */
export const openAlerts = queryOptions({
  queryKey: ['alerts', 'open'],
  queryFn: () => take(api.GET('/alerts', { params: { query: { status: 'open', sort: '-severity', limit: 5 } } })),
  refetchInterval: 60_000,
})

/** The figures of a period, and of the one before it. */
export const statistics = (period: Period) =>
  queryOptions({
    queryKey: ['dashboard', period],
    queryFn: () => take(api.GET('/dashboard/stats', { params: { query: { period, include: 'details' } } })),
    refetchInterval: 60_000,
  })

export const inventory = queryOptions({
  queryKey: ['inventory'],
  queryFn: () => take(api.GET('/inventory', { params: { query: { limit: 500 } } })),
})

/** Administrators alone may ask. Looked at again until a device's prompt is there. */
export const setup = queryOptions({
  queryKey: ['setup'],
  queryFn: () => take(api.GET('/setup')),
  refetchInterval: ({ state }) =>
    state.data?.steps.some(({ id, done }) => (id === 'device' || id === 'prompt') && !done) === false ? false : 5000,
})

/** Administrators alone may ask. */
export const proxies = queryOptions({
  queryKey: ['proxies'],
  queryFn: () => take(api.GET('/proxies', { params: { query: { limit: 500 } } })),
  refetchInterval: 15_000,
})

export const configuration = queryOptions({
  queryKey: ['configuration'],
  queryFn: () => take(api.GET('/configuration')),
  staleTime: 5 * 60_000,
})

/** Everybody who has an account; administrators alone may ask. */
export const allUsers = queryOptions({
  queryKey: ['users', 'all'],
  queryFn: async () => (await take(api.GET('/users', { params: { query: { limit: 500, sort: 'email' } } }))).users,
  staleTime: 60_000,
})

/** What somebody is called now, as far as the reader may know: administrators and viewers ask alike. Null: nobody says. */
export const personName = (id: string | undefined) =>
  queryOptions({
    queryKey: ['person', id],
    queryFn: async () => {
      const query = { user_id: id ?? '', limit: 1 }
      return (await take(api.GET('/interactions', { params: { query } }))).data[0]?.user_name ?? null
    },
    enabled: id !== undefined,
    staleTime: 5 * 60_000,
  })

/** All policies with their rules, in the order in which they are evaluated. */
export const policies = queryOptions({
  queryKey: ['policies'],
  queryFn: async (): Promise<Policy[]> => {
    const query = { include: 'rules', limit: 500 } as const
    const { policies: found } = await take(api.GET('/policies', { params: { query } }))
    return found
      .filter((policy): policy is Policy => 'rules' in policy)
      .sort((a, b) => a.priority - b.priority || compare(a.created_at, b.created_at) || compare(a.id, b.id))
  },
})

/** What a policy was after each of its changes, newest first. */
export const policyVersions = (id: string) =>
  queryOptions({
    queryKey: ['policy-versions', id],
    queryFn: () => take(api.GET('/policies/{id}/versions', { params: { path: { id }, query: { limit: 200 } } })),
    staleTime: 30_000,
  })

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
