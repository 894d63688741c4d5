import { readConversation, readConversationForm } from './formats/chatgpt-conversation.ts'
import { readResponsesEvent, refuseResponsesEvent } from './formats/openai-events.ts'
import { readResponses } from './formats/openai-responses.ts'
import { fieldOperation, jsonOperation, operation, plainOperation } from './operation.ts'
import type { KnownPlatform, Refusal, RefusalResponse } from './platform.ts'
import { eventStreamRefusal, jsonRefusal, refuseLikeOpenAi } from './refusals.ts'
import { SOCKET_MESSAGE } from './socket-message.ts'

/** The web app has no public description; operations and fields as seen in open-source clients, 2026. */
export const chatGptWeb: KnownPlatform = {
  id: 'chatgpt-web',
  operations: [
    jsonOperation(
      {
        id: 'conversation',
        isForPeople: true,
        paths: [
          '/backend-api/f/conversation',
          '/backend-api/conversation',
          '/backend-anon/f/conversation',
          '/backend-anon/conversation',
        ],
        refuse: answerInChat,
      },
      readConversation,
    ),
    // Sent while a person types, perhaps with the draft: a text that must not be sent must not leak earlier either.
    jsonOperation(
      {
        id: 'draft',
        isPrompt: false,
        paths: ['/backend-api/f/conversation/prepare', '/backend-anon/f/conversation/prepare'],
      },
      readConversation,
    ),
    operation(
      {
        id: 'mobile_web_conversation',
        paths: ['/unauth-mweb/conversation', '/unauth-mweb/conversation/updates', '/unauth-mweb/conversation/prepare'],
      },
      readConversationForm,
    ),
    jsonOperation(
      {
        id: 'codex_responses',
        paths: ['/backend-api/codex/responses', '/backend-api/codex/responses/compact'],
        history: 'input',
        isForPeople: false,
        refuse: refuseLikeOpenAi,
      },
      readResponses,
    ),
    jsonOperation(
      {
        id: 'codex_responses_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/backend-api/codex/responses'],
        history: 'input',
        isForPeople: false,
        refuseMessage: refuseResponsesEvent,
      },
      readResponsesEvent,
    ),
    plainOperation({
      id: 'codex',
      isPrompt: false,
      paths: ['/backend-api/codex/**', '/backend-api/wham/tasks'],
      refuse: refuseLikeOpenAi,
    }),
    fieldOperation({ id: 'files', isPrompt: false, paths: ['/backend-api/files', '/backend-anon/files'] }, [
      'file_name',
    ]),
    fieldOperation(
      {
        id: 'file_processing',
        isPrompt: false,
        paths: ['/backend-api/files/process_upload_stream', '/backend-api/files/*/uploaded'],
      },
      [],
    ),
    plainOperation({ id: 'transcribe', paths: ['/backend-api/transcribe'] }),
    // The bytes of a file go to a storage host, whose paths are signed and change; nothing else is ever PUT.
    plainOperation({ id: 'file_upload', paths: ['/**'], methods: ['PUT'] }),
  ],
  refuse: refuseInApp,
}

/** The app reads `detail` of whatever is not a stream. */
function refuseInApp({ message }: Refusal): RefusalResponse {
  return jsonRefusal({ detail: { message, code: 'blocked_by_policy' } })
}

/** A complete answer of one message in the app's own stream, `delta_encoding` v1: the chat shows it like any other. */
function answerInChat({ message, interactionId, prompt }: Refusal): RefusalResponse {
  const conversationId = prompt?.conversation ?? interactionId
  const answer = {
    id: interactionId,
    author: { role: 'assistant', name: null, metadata: {} },
    create_time: 0,
    content: { content_type: 'text', parts: [message] },
    status: 'finished_successfully',
    end_turn: true,
    weight: 1,
    metadata: {},
    recipient: 'all',
    channel: 'final',
  }
  const delta = { p: '', o: 'add', v: { message: answer, conversation_id: conversationId }, c: 0 }
  return eventStreamRefusal([
    ['delta_encoding', JSON.stringify('v1')],
    ['delta', JSON.stringify(delta)],
    [undefined, JSON.stringify({ type: 'message_stream_complete', conversation_id: conversationId })],
    [undefined, '[DONE]'],
  ])
}
