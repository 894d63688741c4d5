import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'

/** The switches that are in force. */
export const switches = queryOptions({
  queryKey: ['service-switches'],
  queryFn: async () =>
    (await take(api.GET('/service-switches', { params: { query: { limit: 500 } } }))).service_switches,
  // They end by themselves.
  refetchInterval: 60_000,
})
