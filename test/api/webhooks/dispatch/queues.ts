import { once } from 'node:events'
import { RedisConnections } from '../../../../api/redis/connections.ts'
import type { DeliveryStore } from '../../../../api/store/delivery-store.ts'
import type { DeliveryQueue } from '../../../../api/webhooks/delivery-queue.ts'
import { systemClock } from '../../../../api/webhooks/dispatch/clock.ts'
import { RedisQueue } from '../../../../api/webhooks/dispatch/redis-queue.ts'
import { TableTimer } from '../../../../api/webhooks/dispatch/table-timer.ts'
import { logLines } from '../../../support/log-lines.ts'
import type { TestRedis } from '../../../support/redis.ts'
import type { Scope } from '../../../support/scope.ts'

export const clock = systemClock(() => new Date())

type Table = Pick<DeliveryStore, 'dueWebhooks' | 'nextDue'>

/** A table that nothing is due in, whatever is asked for. */
export const EMPTY_TABLE: Table = { dueWebhooks: async () => [], nextDue: async () => undefined }

export function aTableTimer(deliveries: Table): DeliveryQueue {
  return new TableTimer({ deliveries, clock, logger: logLines().logger })
}

export interface TestQueue {
  readonly queue: DeliveryQueue
  readonly connections: RedisConnections
  readonly lines: readonly string[]
}

/** The queue of one API process. */
export function aRedisQueue(
  scope: Scope,
  redis: TestRedis,
  deliveries: Table,
  { stalledMs = 30_000, longestDelayMs = 60_000 } = {},
): TestQueue {
  const { logger, lines } = logLines()
  const connections = new RedisConnections(new URL(redis.url), logger)
  scope.teardown(() => connections.close())
  const timer = new TableTimer({ deliveries, clock, logger })
  const queue = new RedisQueue({ redis: connections, timer, clock, logger, longestDelayMs, stalledMs })
  return { queue, connections, lines }
}

/** Waits for Redis as a process that has been up for a while has done. */
export async function ready({ connections }: TestQueue): Promise<void> {
  const client = connections.open('probe', 'patient')
  if (client.status !== 'ready') await once(client, 'ready')
  client.disconnect()
}
