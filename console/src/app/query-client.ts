import { QueryClient } from '@tanstack/react-query'
import { isLivePaused } from '../live/connection.ts'
import { onOtherPerson } from '../session/session.ts'
import { ApiFailure } from '../wire/failure.ts'

const STALE_MS = 15_000
const KEPT_MS = 5 * 60_000
const TRIES = 2

/** What the API answered, for all pages. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      gcTime: KEPT_MS,
      // What was refused will be refused again; what did not answer may. While paused a second try would wait for the end of the pause.
      retry: (count, error) =>
        !isLivePaused() &&
        count < TRIES &&
        (!(error instanceof ApiFailure) || error.status === 0 || error.status >= 502),
      // The API may be on this machine: a browser that takes itself to be without a network may reach it, and one that cannot is to say so.
      networkMode: 'always',
    },
  },
})

onOtherPerson(() => queries.clear())
