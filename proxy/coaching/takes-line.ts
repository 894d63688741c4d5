import { AI_SERVICES } from '../../core/catalogue/ai-services.ts'
import { isWebApp } from '../banner/documents.ts'
import { forbidsTransforming } from '../http/no-transform.ts'
import { isArray, isObject, type JsonObject, parseOrUndefined } from '../platforms/json-value.ts'
import type { Operation, Platform, RequestTarget } from '../platforms/platform.ts'
import { mayChange } from '../platforms/turns.ts'
import { coachingLimits } from './limits.ts'
import { isOrdinaryChat, SETTINGS } from './ordinary-chat.ts'

/** What a person reads is not what these make of an answer: it ends in files and commands. */
const FOR_CODE: ReadonlySet<string> = new Set(
  AI_SERVICES.filter(({ category }) => category === 'coding_assistant').map(({ id }) => id),
)
/** Coding assistants that call APIs themselves, by what they say of themselves. */
const ASSISTANTS =
  /(?<![a-z])(?:claude-(?:cli|code)|codex|gemini-?cli|copilot|cursor|windsurf|codeium|aider|cline|roo-?code|kilo-?code|opencode|crush|continue|zed|tabnine|cody|amp|augment|junie|jetbrains|qwen-?code|goose)(?![a-z])/i

const SHORT = ['max_tokens', 'max_completion_tokens', 'max_output_tokens', 'maxOutputTokens', 'num_predict'] as const

/**
 * Whether the answer to a request is a text for a person, as far as the request tells. Its operation has to be one whose answers are.
 * @param bytes its body, whole
 */
export function takesLine(
  platform: Pick<Platform, 'id' | 'signsBodies'>,
  operation: Pick<Operation, 'id' | 'isForPeople'>,
  target: Pick<RequestTarget, 'headers'>,
  bytes: Buffer,
): boolean {
  if (operation.isForPeople !== true || FOR_CODE.has(platform.id) || platform.signsBodies === true) return false
  if (ASSISTANTS.test(target.headers['user-agent'] ?? '') || bytes.length > coachingLimits.requestBytes) return false
  if (!mayChange(target, bytes) || forbidsTransforming(target.headers['cache-control'])) return false
  const body = parseOrUndefined(bytes.toString())
  if (!isObject(body)) return false
  // A web chat's own tools are for its page, where a person reads.
  if (isWebApp(platform.id)) return true
  if (!isOrdinaryChat(body, SAID_IN_PROMPT.has(operation.id) ? ['prompt'] : []) || isShort(body)) return false
  return ![body.messages, body.contents, body.input].some(continues)
}

/** There `prompt` is what the person said; in OpenAI's responses it is a template that may have tools. */
const SAID_IN_PROMPT: ReadonlySet<string> = new Set(['ollama_generate'])

function isShort(body: JsonObject): boolean {
  const settings = [body, ...SETTINGS.map((name) => body[name]).filter(isObject)]
  return settings.some((one) =>
    SHORT.some(
      (name) => typeof one[name] === 'number' && one[name] > 0 && one[name] <= coachingLimits.shortAnswerTokens,
    ),
  )
}

/** The answer goes on with what its client has begun it with. */
function continues(conversation: unknown): boolean {
  const last = isArray(conversation) ? conversation.at(-1) : undefined
  return isObject(last) && (last.role === 'assistant' || last.role === 'model')
}
