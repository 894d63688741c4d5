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

/** Many services read JSON whatever a body is called, if it is called anything. */
const MAY_BE_JSON = /json|^text\/plain|^$/i
/** Behind a mark of byte order, blanks, and the other bytes of a wide character. */
const JSON_BEGINS = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*[{[]/
const HEAD_BYTES = 256
const ESCAPED = '\\u00'

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
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? ''))
    return MAY_BE_JSON.test(headers['content-type'] ?? '')
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  if (holdsMembers(bytes)) return true
  const isSpelled = JSON_BEGINS.test(bytes.toString('latin1', 0, HEAD_BYTES))
  return isSpelled && (bytes.includes(ESCAPED) || bytes.includes(0)) && holdsMembers(plainlySpelled(bytes))
}

function holdsMembers(bytes: Buffer): boolean {
  return CHAT_MEMBERS.some((members) => members.every((member) => bytes.includes(member)))
}

/** With ASCII alone in the names, as all of them have: without escapes, and without what UTF-16 and UTF-32 put between. */
function plainlySpelled(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1').replaceAll('\0', '')
  const plain = text.replaceAll(/\\u00([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(plain, 'latin1')
}
