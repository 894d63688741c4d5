import { aiService, aiServiceAt } from '../../core/catalogue/ai-services.ts'
import type { KnownService } from '../../core/catalogue/service.ts'
import { matchAddresses } from '../../core/network/address-list.ts'
import { HostPatterns } from '../../core/network/host-patterns.ts'
import { anthropicApi } from './anthropic-api.ts'
import { awsBedrock } from './apis/aws-bedrock.ts'
import { azureOpenAi } from './apis/azure-openai.ts'
import { cohereApi } from './apis/cohere-api.ts'
import { COMPATIBLE_APIS } from './apis/compatible.ts'
import { googleVertexAi } from './apis/google-vertex-ai.ts'
import { huggingFaceInference } from './apis/huggingface-inference.ts'
import { mistralApi } from './apis/mistral-api.ts'
import { replicateApi } from './apis/replicate-api.ts'
import { amazonQ } from './assistants/amazon-q.ts'
import { cursor } from './assistants/cursor.ts'
import { geminiCli } from './assistants/gemini-cli.ts'
import { gitHubCopilot } from './assistants/github-copilot.ts'
import { jetBrainsAi } from './assistants/jetbrains-ai.ts'
import { augmentCode, byokAssistants, sourcegraph, tabnine } from './assistants/others.ts'
import { windsurf } from './assistants/windsurf.ts'
import { chatGptWeb } from './chatgpt-web.ts'
import { claudeWeb } from './claude-web.ts'
import { googleGeminiApi } from './google-gemini-api.ts'
import { isMcpServer, mcpServer, mcpServerById } from './mcp/mcp-server.ts'
import { openAiApi } from './openai-api.ts'
import { isOperatorHost, operatorHost } from './operator-host.ts'
import type { KnownPlatform, Platform } from './platform.ts'
import { deepSeekWeb } from './web/deepseek.ts'
import { duckAi } from './web/duck-ai.ts'
import { aiStudio, geminiWeb } from './web/google.ts'
import { grokWeb } from './web/grok.ts'
import { huggingChat } from './web/huggingchat.ts'
import { kimiWeb } from './web/kimi.ts'
import { m365Copilot, microsoftCopilot } from './web/microsoft.ts'
import { leChat } from './web/mistral.ts'
import { perplexityWeb } from './web/perplexity.ts'
import { poeWeb } from './web/poe.ts'
import { qwenWeb } from './web/qwen.ts'

/** As far as what is decrypted may depend on who asks. */
export interface Asking {
  readonly address: string
  /** The user of the tenant that it is, where that is known. */
  readonly userId?: string | undefined
}

export interface Catalogue {
  /**
   * The platform behind a host, as it stands in an authority or SNI; undefined: not intercepted, a tunnel.
   * @param client asked for it, where the answer may depend on that (feeds/switches)
   */
  platformFor(host: string, client?: Asking): Platform | undefined
  /**
   * An MCP server at a host that is none of the catalogue's services; undefined where it is one, or is left alone (WEIR_BYPASS_HOSTS).
   */
  mcpServerAt(host: string): Platform | undefined
  /** The id of the AI service behind a host, intercepted or not; undefined: none that is known. */
  serviceAt(host: string): string | undefined
  /** Every host and suffix that is intercepted, for the PAC file, without those that are bypassed as a whole. */
  readonly hosts: readonly string[]
  /** Patterns of hosts that are left alone, also below a suffix that is intercepted. */
  readonly bypassedHosts: readonly string[]
}

/** WEIR_INTERCEPT_HOSTS: exact names, or `*.` suffixes, which do not cover the bare name. WEIR_BYPASS_HOSTS: patterns, addresses and CIDRs. */
export interface CatalogueOptions {
  readonly interceptHosts: readonly string[]
  readonly bypassHosts: readonly string[]
  /** Hosts that are decrypted for a header alone. */
  readonly headerHosts?: readonly string[]
}

/** A new platform is a file beside this one, and a line here; its name and hosts are in core/catalogue. */
export const PLATFORMS: readonly KnownPlatform[] = [
  openAiApi,
  anthropicApi,
  googleGeminiApi,
  googleVertexAi,
  azureOpenAi,
  awsBedrock,
  mistralApi,
  cohereApi,
  huggingFaceInference,
  replicateApi,
  ...COMPATIBLE_APIS,
  gitHubCopilot,
  geminiCli,
  amazonQ,
  jetBrainsAi,
  byokAssistants,
  augmentCode,
  sourcegraph,
  tabnine,
  cursor,
  windsurf,
  chatGptWeb,
  claudeWeb,
  geminiWeb,
  aiStudio,
  microsoftCopilot,
  m365Copilot,
  perplexityWeb,
  leChat,
  deepSeekWeb,
  grokWeb,
  poeWeb,
  huggingChat,
  qwenWeb,
  kimiWeb,
  duckAi,
]
const MAX_ID_LENGTH = 100
/** Hosts whose platform is remembered: clients come back to the same few, request after request. */
const MAX_REMEMBERED = 1000
/** The longest host name (RFC 1035, 2.3.4); a client may send more. */
const MAX_HOST_LENGTH = 253

/** Bypassed hosts win over everything, exact names over patterns, longer suffixes over shorter ones. */
export function createCatalogue(options: CatalogueOptions): Catalogue {
  const patterns = new Map<string, Platform>()
  for (const platform of PLATFORMS) {
    const { hosts, sharedHosts = [] }: KnownService = aiService(platform.id)
    const { isOwnPath, ...rest } = platform
    const everywhere = isOwnPath === undefined ? platform : rest
    for (const host of hosts) patterns.set(host, sharedHosts.includes(host) ? platform : everywhere)
  }
  for (const entry of options.interceptHosts) {
    const pattern = normaliseHost(entry)
    if (pattern === '' || patterns.has(pattern)) continue
    patterns.set(pattern, operatorHost(hostPlatformId(pattern)))
  }
  for (const host of options.headerHosts ?? []) {
    if (!patterns.has(host)) patterns.set(host, { ...operatorHost(hostPlatformId(host)), isOwnPath: () => false })
  }
  const byHost = new HostPatterns(patterns)
  const isRange = (entry: string) => entry.includes('/')
  const bypassedNames = new Set(options.bypassHosts.filter((entry) => !isRange(entry)).map(normaliseHost))
  const bypassed = new HostPatterns([...bypassedNames].map((name) => [name, true] as const))
  const isInBypassedRange = matchAddresses(options.bypassHosts.filter(isRange))
  const isBypassed = (name: string) => bypassed.find(name) === true || isInBypassedRange(name)
  const find = (host: string): Platform | undefined => {
    const name = normaliseHost(host)
    return isBypassed(name) ? undefined : byHost.find(name)
  }
  const remembered = new Map<string, Platform | undefined>()
  return {
    hosts: [...patterns.keys()].filter((pattern) => !isBypassed(pattern)),
    bypassedHosts: [...bypassedNames],
    platformFor(host) {
      const known = remembered.get(host)
      if (known !== undefined || remembered.has(host)) return known
      const platform = find(host)
      if (host.length > MAX_HOST_LENGTH) return platform
      if (remembered.size >= MAX_REMEMBERED) remembered.clear()
      remembered.set(host, platform)
      return platform
    },
    mcpServerAt(host) {
      const name = normaliseHost(host)
      if (isBypassed(name)) return undefined
      const known = byHost.find(name)
      return known === undefined || isOperatorHost(known.id) ? mcpServer(name) : undefined
    },
    serviceAt(host) {
      const name = normaliseHost(host)
      return byHost.find(name)?.id ?? aiServiceAt(name)
    },
  }
}

/** The same platform in another thread, where only its id can be sent; those of the operator's hosts are all alike. */
export function platformById(id: string): Platform {
  return PLATFORMS.find((platform) => platform.id === id) ?? (isMcpServer(id) ? mcpServerById(id) : operatorHost(id))
}

/** Lower case, without port, brackets of IPv6, or the root's dot. */
function normaliseHost(host: string): string {
  let name = host.trim().toLowerCase()
  if (name.startsWith('[')) {
    const end = name.indexOf(']')
    return name.slice(1, end === -1 ? name.length : end)
  }
  const colon = name.indexOf(':')
  // More than one colon without brackets is an IPv6 address.
  if (colon !== -1 && name.indexOf(':', colon + 1) === -1) name = name.slice(0, colon)
  return name.endsWith('.') ? name.slice(0, -1) : name
}

/** `host:chat.corp.example`, in the alphabet of core's PlatformId. */
function hostPlatformId(pattern: string): string {
  const name = pattern.replace(/^\*\./, '').replace(/[^a-z0-9._:-]/g, '-')
  return `host:${name}`.slice(0, MAX_ID_LENGTH)
}
