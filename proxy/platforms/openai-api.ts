import { readAssistant, readRun, readThread, readThreadMessage, readToolOutputs } from './formats/openai-assistants.ts'
import { readChatCompletion } from './formats/openai-chat.ts'
import {
  readRealtimeEvent,
  readResponsesEvent,
  refuseRealtimeEvent,
  refuseResponsesEvent,
} from './formats/openai-events.ts'
import { readConversationItems, readModeration, readResponses } from './formats/openai-responses.ts'
import { fieldOperation, jsonOperation, plainOperation } from './operation.ts'
import type { KnownPlatform } from './platform.ts'
import { refuseLikeOpenAi } from './refusals.ts'
import { SOCKET_MESSAGE } from './socket-message.ts'

/** Operations and paths: OpenAI's OpenAPI document, 2.3.0. */
export const openAiApi: KnownPlatform = {
  id: 'openai-api',
  operations: [
    jsonOperation({ id: 'chat_completions', paths: ['/v1/chat/completions'], history: 'messages' }, readChatCompletion),
    jsonOperation(
      {
        id: 'responses',
        paths: ['/v1/responses', '/v1/responses/compact', '/v1/responses/input_tokens'],
        history: 'input',
      },
      readResponses,
    ),
    fieldOperation({ id: 'embeddings', paths: ['/v1/embeddings'], interactionType: 'embedding' }, ['input']),
    fieldOperation({ id: 'completions', paths: ['/v1/completions'] }, ['prompt', 'suffix']),
    jsonOperation(
      { id: 'conversations', paths: ['/v1/conversations', '/v1/conversations/*/items'] },
      readConversationItems,
    ),
    jsonOperation({ id: 'moderations', paths: ['/v1/moderations'] }, readModeration),
    fieldOperation({ id: 'images', paths: ['/v1/images/generations', '/v1/images/edits', '/v1/images/variations'] }, [
      'prompt',
    ]),
    fieldOperation({ id: 'audio', paths: ['/v1/audio/transcriptions', '/v1/audio/translations', '/v1/audio/speech'] }, [
      'input',
      'prompt',
      'instructions',
    ]),
    fieldOperation(
      { id: 'videos', paths: ['/v1/videos', '/v1/videos/edits', '/v1/videos/extensions', '/v1/videos/*/remix'] },
      ['prompt'],
    ),
    fieldOperation({ id: 'files', paths: ['/v1/files', '/v1/uploads/*/parts', '/v1/containers/*/files'] }, [
      'file',
      'data',
    ]),
    jsonOperation({ id: 'assistants', paths: ['/v1/assistants', '/v1/assistants/*'] }, readAssistant),
    jsonOperation({ id: 'threads', paths: ['/v1/threads'] }, readThread),
    jsonOperation({ id: 'thread_messages', paths: ['/v1/threads/*/messages'] }, readThreadMessage),
    jsonOperation({ id: 'runs', paths: ['/v1/threads/runs', '/v1/threads/*/runs'] }, readRun),
    jsonOperation(
      { id: 'tool_outputs', paths: ['/v1/threads/*/runs/*/submit_tool_outputs'], interactionType: 'tool_call' },
      readToolOutputs,
    ),
    fieldOperation({ id: 'vector_store_search', paths: ['/v1/vector_stores/*/search'] }, ['query']),
    fieldOperation(
      {
        id: 'realtime',
        isPrompt: false,
        paths: ['/v1/realtime/calls', '/v1/realtime/sessions', '/v1/realtime/client_secrets'],
      },
      ['instructions', 'session'],
    ),
    jsonOperation(
      {
        id: 'responses_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/v1/responses'],
        history: 'input',
        isForPeople: false,
        refuseMessage: refuseResponsesEvent,
      },
      readResponsesEvent,
    ),
    jsonOperation(
      {
        id: 'realtime_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/v1/realtime', '/v1/realtime/**'],
        refuseMessage: refuseRealtimeEvent,
      },
      readRealtimeEvent,
    ),
    plainOperation({ id: 'jobs', isPrompt: false, paths: ['/v1/fine_tuning/jobs', '/v1/evals', '/v1/batches'] }),
  ],
  refuse: refuseLikeOpenAi,
}
