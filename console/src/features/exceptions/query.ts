import { queryOptions } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'

/** The exceptions that are in force; administrators alone may ask. */
export const exceptions = queryOptions({
  queryKey: ['exceptions'],
  queryFn: () => take(api.GET('/exceptions', { params: { query: { limit: 500 } } })),
  // They end by themselves.
  refetchInterval: 60_000,
})
