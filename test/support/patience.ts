import type { ClientPatience } from '../../proxy/http/h1/client-side/server-context.ts'
import type { ServicePatience } from '../../proxy/http/service-channel.ts'

const FOREVER_MS = 3_600_000

/** For tests in which nobody is too slow. */
export const PATIENT_WITH_CLIENTS: Pick<ClientPatience, 'head' | 'body' | 'idle'> = {
  ...{ head: FOREVER_MS, body: FOREVER_MS, idle: FOREVER_MS },
}

export const PATIENT_WITH_SERVICES: ServicePatience = {
  ...{ idle: FOREVER_MS, life: FOREVER_MS, answer: FOREVER_MS, exchange: FOREVER_MS },
}

/** What an exchanger is told of its pools besides how many connections each has. */
export const PATIENT_POOLS = { patience: PATIENT_WITH_SERVICES, maxWaiting: 4096, waitMs: FOREVER_MS } as const
