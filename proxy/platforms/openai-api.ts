import { readChatCompletion } from './formats/openai-chat.ts'
import { readResponses } from './formats/openai-responses.ts'
import { fieldOperation, jsonOperation } from './operation.ts'
import type { Platform } from './platform.ts'
import { refuseLikeOpenAi } from './refusals.ts'

export const openAiApi: Platform = {
  id: 'openai-api',
  name: 'OpenAI API',
  category: 'api',
  hosts: ['api.openai.com', '*.api.openai.com'],
  operations: [
    jsonOperation({ id: 'chat_completions', paths: ['/v1/chat/completions'] }, readChatCompletion),
    jsonOperation(
      { id: 'responses', paths: ['/v1/responses', '/v1/responses/compact', '/v1/responses/input_tokens'] },
      readResponses,
    ),
    fieldOperation({ id: 'completions', paths: ['/v1/completions'] }, ['prompt', 'suffix']),
    fieldOperation({ id: 'embeddings', paths: ['/v1/embeddings'], interactionType: 'embedding' }, ['input']),
  ],
  refuse: refuseLikeOpenAi,
}
