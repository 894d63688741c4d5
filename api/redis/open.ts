import type { Logger } from 'pino'
import type { Settings } from '../../config/settings.ts'
import type { RedisConnections } from './connections.ts'

/**
 * @returns undefined where Weir runs without Redis
 * @throws SettingsError for a URL that names no database, or carries what is not understood
 */
export async function openRedis(
  { redisUrl }: Pick<Settings, 'redisUrl'>,
  logger: Logger,
): Promise<RedisConnections | undefined> {
  if (redisUrl === undefined) return undefined
  // The client takes five megabytes, which an embedded start can do without.
  const { RedisConnections } = await import('./connections.ts')
  return new RedisConnections(redisUrl, logger)
}
