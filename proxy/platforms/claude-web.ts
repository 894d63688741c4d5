import { commonDetails, fieldOperation, type JsonReader, jsonOperation, plainOperation } from './operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse, RequestTarget } from './platform.ts'
import { eventStreamRefusal, jsonRefusal } from './refusals.ts'

const CONVERSATION = '/api/organizations/*/chat_conversations/*'
/** The app gives this id to the message before the first one. */
const ROOT_MESSAGE = '00000000-0000-4000-8000-000000000000'

const BODY = new Set(['prompt', 'attachments'])
const ATTACHMENT = new Set(['extracted_content'])
const NONE = new Set<string>()

/** The person's text, then the text that the app extracted from attached files. */
const readCompletion: JsonReader = (body, parts, target) => {
  if (body.prompt === undefined && body.attachments === undefined) return undefined
  parts.leaves('user', body.prompt)
  parts.each('user', body.attachments, (attachment) => {
    parts.leaves('user', attachment.extracted_content)
    parts.rest(attachment, ATTACHMENT)
  })
  parts.rest(body, BODY)
  return { ...commonDetails(body), stream: true, conversation: conversationOf(target) }
}

/** The answer of a tool on the person's machine. */
const readToolResult: JsonReader = (body, parts, target) => {
  parts.rest(body, NONE, 'tool')
  return { conversation: conversationOf(target) }
}

export const claudeWeb: KnownPlatform = {
  id: 'claude-web',
  operations: [
    jsonOperation(
      {
        id: 'completion',
        isForPeople: true,
        paths: [`${CONVERSATION}/completion`, `${CONVERSATION}/retry_completion`],
        refuse: answerInChat,
      },
      readCompletion,
    ),
    jsonOperation(
      { id: 'tool_result', paths: [`${CONVERSATION}/tool_result`], interactionType: 'tool_call' },
      readToolResult,
    ),
    fieldOperation({ id: 'title', paths: [`${CONVERSATION}/title`] }, ['message_content']),
    plainOperation({
      id: 'upload',
      paths: [
        '/api/organizations/*/conversations/*/wiggle/upload-file',
        '/api/organizations/*/convert_document',
        '/api/organizations/*/projects/*/upload',
        '/api/*/upload',
      ],
    }),
    fieldOperation({ id: 'project_document', paths: ['/api/organizations/*/projects/*/docs'] }, ['content']),
    plainOperation({ id: 'code_session', isPrompt: false, paths: ['/v1/sessions/**', '/v1/code/sessions/**'] }),
  ],
  refuse: refuseInApp,
}

/** `/api/organizations/{org}/chat_conversations/{conversation}/...` */
function conversationOf(target: RequestTarget): string | undefined {
  return target.path.split('/')[5]
}

/** 403 is how the vendor's own network policies answer (support.claude.com, tenant restrictions). */
function refuseInApp({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ type: 'error', error: { type: 'permission_error', message } }, {}, 403)
}

/** A complete answer in the stream of Anthropic's messages, as the app expects it: the chat shows it like any other. */
function answerInChat({ message, interactionId }: Refusal): RefusalResponse {
  const start = {
    id: `chatcompl_${interactionId}`,
    type: 'message',
    role: 'assistant',
    model: '',
    parent_uuid: ROOT_MESSAGE,
    uuid: interactionId,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  }
  const events = [
    { type: 'message_start', message: start },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: message } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null } },
    { type: 'message_stop' },
  ]
  return eventStreamRefusal(events.map((event) => [event.type, JSON.stringify(event)]))
}
