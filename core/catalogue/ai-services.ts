import { InvariantError } from '../errors.ts'
import { HostPatterns } from '../network/host-patterns.ts'
import { APIS } from './apis.ts'
import { CODING_ASSISTANTS } from './coding-assistants.ts'
import type { AiServiceCategory, KnownService } from './service.ts'
import { WEB_APPS } from './web-apps.ts'

/**
 * The one list of AI services: id, name, category and hosts, as vendors' documents and open-source clients have them,
 * November 2026. A vendor's whole domain stands there where the vendor has nothing but the AI product. What is left out,
 * since most of its traffic is something else:
 * - shared sites: github.com, x.com, www.notion.so, sourcegraph.com, graph.microsoft.com, *.sharepoint.com, cloud.zed.dev. Of
 *   the `sharedHosts`, which no other host can stand in for, proxies read what is the chat's alone;
 * - shared uploads and storage: content-push.googleapis.com, push.clients6.google.com, *.vpce.amazonaws.com but Bedrock's;
 * - sign-in and telemetry: *.auth.desktop.kiro.dev, console.anthropic.com, statsig.anthropic.com, sentry.io;
 * - local models, which are told by their port.
 */
const SERVICES = [...WEB_APPS, ...APIS, ...CODING_ASSISTANTS]

export type AiServiceId = (typeof SERVICES)[number]['id']

/** What an AI service is called, by the platform_id that records carry. */
export interface AiServiceName {
  readonly name: string
  readonly category: AiServiceCategory
}

const BY_ID: ReadonlyMap<string, KnownService> = new Map(SERVICES.map((service) => [service.id, service]))
const BY_HOST = new HostPatterns(
  SERVICES.flatMap(({ id, hosts }: KnownService) => hosts.map((host) => [host, id] as const)),
)

/** What the inventory calls services whose names it does not take (docs/reference/api-rules.md, Inventory). */
export const OTHER_SERVICES = 'other'

/** MCP servers are called by their host: `mcp:tools.corp.example`. */
const MCP_PREFIX = 'mcp:'

/** Every service that is known by name. */
export const AI_SERVICES: readonly KnownService[] = SERVICES

/** A service of the catalogue. */
export function aiService(id: AiServiceId): KnownService {
  const service = BY_ID.get(id)
  if (service === undefined) throw new InvariantError(`the catalogue has no service ${id}`)
  return service
}

/** Whether the catalogue has it. */
export function isKnownService(platformId: string): boolean {
  return BY_ID.has(platformId)
}

/** The set of platforms is open: one without a name here is called by its id. */
export function nameOfAiService(platformId: string): AiServiceName {
  if (platformId.startsWith(MCP_PREFIX))
    return { name: `MCP server ${platformId.slice(MCP_PREFIX.length)}`, category: 'other' }
  if (platformId === OTHER_SERVICES) return { name: 'Other services', category: 'other' }
  const { name = platformId, category = 'other' } = BY_ID.get(platformId) ?? {}
  return { name, category }
}

/**
 * The AI service that answers at a host, whether or not a proxy reads its traffic.
 * @param host in lower case, without port or trailing dot
 */
export function aiServiceAt(host: string): string | undefined {
  return BY_HOST.find(host)
}
