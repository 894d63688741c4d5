import { isKnownService } from '../../core/catalogue/ai-services.ts'
import { pathReadings } from './path.ts'
import type { Platform, RequestTarget } from './platform.ts'

/** Members that stand together in the bodies of chats: those of OpenAI, Anthropic, Google, Ollama and Hugging Face, and of web chats. */
const CHAT_MEMBERS = [
  ['"messages"', '"role"'],
  ['"messages"', '"author"'],
  ['"contents"', '"parts"'],
  ['"prompt"', '"model"'],
  ['"input"', '"model"'],
  ['"inputs"', '"parameters"'],
] as const

/**
 * Whether a request goes to something else than the AI service, on a host that both share, however its path is spelled. A body with the
 * shape of a chat is the AI service's at any path.
 */
export function isElsewhere(platform: Platform, target: RequestTarget, body: Uint8Array = Buffer.alloc(0)): boolean {
  const { isOwnPath } = platform
  if (isOwnPath === undefined) return false
  if (pathReadings(target.path).some((path) => isOwnPath(path, target.query))) return false
  // Hosts that are decrypted for a header alone have no chats.
  return !isKnownService(platform.id) || !isChat(body, target.headers)
}

function isChat(body: Uint8Array, headers: RequestTarget['headers']): boolean {
  if (body.length === 0) return false
  // What it unfolds to is not known here.
  if (headers['content-encoding'] !== undefined) return /json/i.test(headers['content-type'] ?? '')
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return CHAT_MEMBERS.some((members) => members.every((member) => bytes.includes(member)))
}
