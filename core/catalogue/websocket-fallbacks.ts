import { aiServiceAt } from './ai-services.ts'

/** RFC 9110 section 15.5.22: upgrade required, here to plain HTTP. Codex and OpenAI's SDKs go on over HTTP then. */
const UPGRADE_REQUIRED = 426
/** Section 15.6.2: not implemented. */
const NOT_IMPLEMENTED = 501

/** Services whose clients fall back to plain requests after another status than 426 (docs/decisions/0026). */
const STATUS: ReadonlyMap<string, number> = new Map([
  // VS Code.
  ['github-copilot', NOT_IMPLEMENTED],
])

/** The status that a refused WebSocket is answered with, at a host in lower case. */
export function webSocketRefusalStatus(host: string): number {
  return STATUS.get(aiServiceAt(host) ?? '') ?? UPGRADE_REQUIRED
}
