import { refuseLikeAnthropic } from './anthropic-api.ts'
import { openAiOperations } from './families/openai-compatible.ts'
import { readMessages } from './formats/anthropic-messages.ts'
import { readConverse } from './formats/bedrock-converse.ts'
import { readContentBatch, readGenerateContent } from './formats/gemini-contents.ts'
import { readOllamaChat, refuseLikeOllama } from './formats/ollama.ts'
import { refuseLikeGoogle } from './google-gemini-api.ts'
import { fieldOperation, jsonOperation } from './operation.ts'
import type { Operation, Platform } from './platform.ts'
import { refuseLikeOpenAi } from './refusals.ts'

/** Of OpenAI's operations those whose names nothing else has. */
const TELLING: ReadonlySet<string> = new Set(['chat_completions', 'responses', 'completions', 'embeddings'])

/** What gateways and servers of one's own have in common, wherever they put it: LiteLLM, vLLM, llama.cpp, LM Studio, Ollama and others. */
export const COMMON_OPERATIONS: readonly Operation[] = [
  ...openAiOperations({ bases: ['', '/**'] }).filter(({ id }) => TELLING.has(id)),
  jsonOperation(
    {
      id: 'messages',
      paths: ['/v1/messages', '/**/v1/messages', '/v1/messages/count_tokens', '/**/v1/messages/count_tokens'],
      history: 'messages',
      refuse: refuseLikeAnthropic,
    },
    readMessages,
  ),
  jsonOperation(
    {
      id: 'generate_content',
      paths: ['/**/models/*:generateContent', '/**/models/*:streamGenerateContent', '/**/models/*:countTokens'],
      history: 'contents',
      refuse: refuseLikeGoogle,
    },
    readGenerateContent,
  ),
  jsonOperation(
    {
      id: 'embed_content',
      paths: ['/**/models/*:embedContent', '/**/models/*:batchEmbedContents'],
      interactionType: 'embedding',
      refuse: refuseLikeGoogle,
    },
    readContentBatch,
  ),
  jsonOperation(
    { id: 'converse', paths: ['/model/*/converse', '/model/*/converse-stream', '/**/model/*/converse'] },
    readConverse,
  ),
  jsonOperation(
    { id: 'ollama_chat', paths: ['/api/chat'], history: 'messages', refuse: refuseLikeOllama },
    readOllamaChat,
  ),
  fieldOperation({ id: 'ollama_generate', isForPeople: true, paths: ['/api/generate'], refuse: refuseLikeOllama }, [
    'prompt',
    'system',
    'suffix',
    'template',
  ]),
  fieldOperation(
    {
      id: 'ollama_embed',
      paths: ['/api/embed', '/api/embeddings'],
      interactionType: 'embedding',
      refuse: refuseLikeOllama,
    },
    ['input', 'prompt'],
  ),
]

/** Whether a platform is one that the operator named. */
export function isOperatorHost(platformId: string): boolean {
  return platformId.startsWith('host:')
}

/** A platform for a host that the operator named and the catalogue does not know. */
export function operatorHost(id: string): Platform {
  return { id, operations: COMMON_OPERATIONS, refuse: refuseLikeOpenAi }
}
