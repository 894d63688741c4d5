import { readChatCompletion } from '../formats/openai-chat.ts'
import { readResponsesEvent, refuseResponsesEvent } from '../formats/openai-events.ts'
import { readModeration, readResponses } from '../formats/openai-responses.ts'
import { fieldOperation, jsonOperation } from '../operation.ts'
import type { Operation } from '../platform.ts'
import { SOCKET_MESSAGE } from '../socket-message.ts'

export interface FamilyOptions {
  /** What stands before the names of the operations, such as `/v1`; each may begin with `**`. */
  readonly bases: readonly string[]
  /** Where it differs from the platform's. */
  readonly refuse?: NonNullable<Operation['refuse']>
}

/**
 * The operations that vendors and gateways have copied from OpenAI, under their own base path. Each reads what OpenAI's reference
 * says of it; fields that only one vendor has are read as context.
 */
export function openAiOperations({ bases, refuse }: FamilyOptions): Operation[] {
  const at = (...names: readonly string[]) => bases.flatMap((base) => names.map((name) => `${base}/${name}`))
  const common = refuse === undefined ? {} : { refuse }
  return [
    jsonOperation(
      { id: 'chat_completions', paths: at('chat/completions'), history: 'messages', ...common },
      readChatCompletion,
    ),
    jsonOperation(
      { id: 'responses', paths: at('responses', 'responses/compact'), history: 'input', ...common },
      readResponses,
    ),
    jsonOperation(
      {
        id: 'responses_event',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: at('responses'),
        refuseMessage: refuseResponsesEvent,
      },
      readResponsesEvent,
    ),
    fieldOperation({ id: 'completions', paths: at('completions'), ...common }, ['prompt', 'suffix']),
    fieldOperation({ id: 'embeddings', paths: at('embeddings'), interactionType: 'embedding', ...common }, ['input']),
    fieldOperation({ id: 'rerank', paths: at('rerank'), interactionType: 'embedding', ...common }, [
      'query',
      'documents',
    ]),
    jsonOperation({ id: 'moderations', paths: at('moderations'), ...common }, readModeration),
    fieldOperation({ id: 'images', paths: at('images/generations', 'images/edits', 'images/variations'), ...common }, [
      'prompt',
    ]),
    fieldOperation(
      { id: 'audio', paths: at('audio/transcriptions', 'audio/translations', 'audio/speech'), ...common },
      ['input', 'prompt', 'instructions'],
    ),
    fieldOperation({ id: 'files', paths: at('files'), ...common }, ['file']),
  ]
}
