import { refuseLikeAnthropic } from '../anthropic-api.ts'
import { openAiOperations } from '../families/openai-compatible.ts'
import { readMessages } from '../formats/anthropic-messages.ts'
import { geminiDetails, readContentBatch, readCountTokens, readGenerateContent } from '../formats/gemini-contents.ts'
import { readLiveMessage } from '../formats/gemini-live.ts'
import { readChatCompletion } from '../formats/openai-chat.ts'
import { readPredict, refuseLikeGoogle } from '../google-gemini-api.ts'
import { fieldOperation, type JsonReader, jsonOperation } from '../operation.ts'
import type { KnownPlatform } from '../platform.ts'
import { refuseLikeOpenAi } from '../refusals.ts'
import { SOCKET_MESSAGE } from '../socket-message.ts'

/** `/v1/projects/P/locations/L/publishers/google/models/M:method`, also without project, and of endpoints. */
function google(...methods: readonly string[]): string[] {
  return methods.flatMap((method) => [
    `/*/**/publishers/google/models/*:${method}`,
    `/*/publishers/google/models/*:${method}`,
    `/*/**/endpoints/*:${method}`,
  ])
}

/** A model of another publisher: Anthropic's messages, or OpenAI's chat for Mistral, Meta and others. */
const readRaw: JsonReader = (body, parts, target) => {
  const read = 'anthropic_version' in body ? readMessages : readChatCompletion
  const details = read(body, parts, target)
  return details === undefined ? undefined : { ...details, model: details.model ?? geminiDetails(target).model }
}

/** Vertex AI (googleapis/python-genai and Vercel's packages/google-vertex, August 2026). */
export const googleVertexAi: KnownPlatform = {
  id: 'google-vertex-ai',
  operations: [
    jsonOperation(
      { id: 'generate_content', paths: google('generateContent', 'streamGenerateContent'), history: 'contents' },
      readGenerateContent,
    ),
    jsonOperation({ id: 'count_tokens', paths: google('countTokens') }, readCountTokens),
    jsonOperation(
      { id: 'embed_content', paths: google('embedContent'), interactionType: 'embedding' },
      readGenerateContent,
    ),
    jsonOperation(
      { id: 'batch_embed_contents', paths: google('batchEmbedContents'), interactionType: 'embedding' },
      readContentBatch,
    ),
    jsonOperation(
      { id: 'predict', paths: google('predict', 'predictLongRunning', 'serverStreamingPredict') },
      readPredict,
    ),
    jsonOperation(
      {
        id: 'anthropic_messages',
        isForPeople: true,
        paths: [
          '/*/**/publishers/anthropic/models/*:rawPredict',
          '/*/**/publishers/anthropic/models/*:streamRawPredict',
        ],
        refuse: refuseLikeAnthropic,
      },
      readMessages,
    ),
    jsonOperation(
      {
        id: 'raw_predict',
        paths: [
          '/*/**/publishers/*/models/*:rawPredict',
          '/*/**/publishers/*/models/*:streamRawPredict',
          '/*/**/endpoints/*:rawPredict',
          '/*/**/endpoints/*:streamRawPredict',
        ],
        refuse: refuseLikeOpenAi,
      },
      readRaw,
    ),
    jsonOperation(
      {
        id: 'live_message',
        methods: [SOCKET_MESSAGE],
        isPrompt: false,
        paths: ['/ws/google.cloud.aiplatform.*.LlmBidiService/BidiGenerateContent'],
      },
      readLiveMessage,
    ),
    ...openAiOperations({ bases: ['/*/**/endpoints/*'], refuse: refuseLikeOpenAi }),
    fieldOperation(
      { id: 'reasoning_engines', paths: ['/*/**/reasoningEngines/*:query', '/*/**/reasoningEngines/*:streamQuery'] },
      ['input'],
    ),
    jsonOperation({ id: 'cached_contents', paths: ['/*/**/cachedContents'] }, readGenerateContent),
  ],
  refuse: refuseLikeGoogle,
}
