import { type AiServiceId, aiService, isKnownService } from '../../../core/catalogue/ai-services.ts'
import { TELEMETRY, type TelemetryEndpoints } from '../../../core/catalogue/telemetry.ts'
import { HostPatterns } from '../../../core/network/host-patterns.ts'
import { pathMatcher } from '../operation.ts'
import { pathReadings } from '../path.ts'
import type { Platform, RequestTarget } from '../platform.ts'

/** The operation of what programs and pages report of themselves. */
export const TELEMETRY_OPERATION = 'telemetry'

export interface TelemetryEndpoint {
  /** Whether a prompt stands at a place of the body: names with a slash between them. */
  readonly isPromptAt: ((place: string) => boolean) | undefined
}

interface Matched extends TelemetryEndpoint {
  readonly endpoints: TelemetryEndpoints
  readonly isPath: (path: string) => boolean
}

const MATCHED: readonly Matched[] = TELEMETRY.map((endpoints) => ({
  endpoints,
  isPath: pathMatcher(endpoints.paths),
  isPromptAt: endpoints.prompts && pathMatcher(endpoints.prompts),
}))

const BY_HOST = new HostPatterns(
  Map.groupBy(
    MATCHED.flatMap((matched) => matched.endpoints.hosts.map((host) => ({ host, matched }))),
    ({ host }) => host,
  )
    .entries()
    .map(([host, entries]) => [host, entries.map(({ matched }) => matched)] as const),
)

/** The endpoint of telemetry that a request goes to, however its path may be read; undefined where it is another, or only might be one. */
export function telemetryAt(platform: Platform, { host, method, path }: RequestTarget): TelemetryEndpoint | undefined {
  const candidates = (host === undefined ? ofPlatform(platform) : BY_HOST.find(host)) ?? []
  if (candidates.length === 0) return undefined
  const readings = pathReadings(path)
  return candidates.find(
    ({ endpoints, isPath }) => endpoints.methods.includes(method) && readings.every((reading) => isPath(reading)),
  )
}

/** Of all its hosts, but those that serve nothing else: where nobody says which one it is. */
function ofPlatform({ id }: Platform): readonly Matched[] {
  if (!isKnownService(id)) return []
  const hosts: readonly string[] = aiService(id as AiServiceId).hosts
  const all = hosts.flatMap((host) => BY_HOST.find(host.replace(/^\*/, 'any')) ?? [])
  return all.filter(({ endpoints }) => !endpoints.paths.includes('/**'))
}
