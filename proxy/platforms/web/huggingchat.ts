import { parseJson } from '../../body/json.ts'
import { PartCollector } from '../collect.ts'
import { readPart } from '../generic.ts'
import { isObject, type JsonObject } from '../json-value.ts'
import { fieldOperation, operation, pathMatcher } from '../operation.ts'
import type { KnownPlatform, ParsedBody, Prompt, RequestTarget } from '../platform.ts'
import { jsonRefusal } from '../refusals.ts'

const BODY = new Set(['inputs'])
/** A file's name as chat-ui marks content in base64. */
const BASE64_FILE = /^base64;/

/** A form whose field `data` is JSON with the text in `inputs`; files beside it are in base64 (huggingface/chat-ui). */
function readMessage(body: ParsedBody, { path }: RequestTarget): Prompt | undefined {
  const parts = new PartCollector()
  if (body.kind === 'json' && isObject(body.value)) readInputs(parts, body.value)
  else if (body.kind === 'multipart') {
    for (const part of body.parts) {
      const parsed = part.name === 'data' && part.text !== undefined ? parseJson(part.text) : undefined
      if (parsed !== undefined && isObject(parsed.value)) {
        readInputs(parts, parsed.value)
        parts.leaves('definition', parsed.hidden)
      } else if (part.filename !== undefined && part.text !== undefined && BASE64_FILE.test(part.filename)) {
        parts.text('definition', part.filename)
        parts.media('user', part.text)
      } else readPart(parts, part, 'user')
    }
  } else return undefined
  const conversation = path.split('/')[3]
  return { parts: parts.parts(), unread: parts.unread(), interactionType: 'prompt', conversation, stream: true }
}

function readInputs(parts: PartCollector, message: JsonObject): void {
  parts.leaves('user', message.inputs)
  parts.rest(message, BODY)
}

/** HuggingChat (huggingface/chat-ui, open source; August 2026). */
export const huggingChat: KnownPlatform = {
  id: 'huggingchat',
  evidence: {
    confidence: 'high',
    seen: '2026-08',
    refusal: 'the message of an error (chat-ui reads it; an answer in its stream was not shown)',
  },
  // The rest of the site is models and data to download.
  isOwnPath: pathMatcher(['/chat', '/chat/**']),
  operations: [
    operation({ id: 'message', paths: ['/chat/conversation/*'] }, readMessage),
    fieldOperation({ id: 'conversation', isPrompt: false, paths: ['/chat/conversation', '/chat/api/**'] }, [
      'preprompt',
    ]),
  ],
  refuse: ({ message }) => jsonRefusal({ message }, {}, 403),
}
