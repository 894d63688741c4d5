import type { AiServiceId } from '../../../core/catalogue/ai-services.ts'
import { anthropicOperations } from '../families/anthropic-compatible.ts'
import { openAiOperations } from '../families/openai-compatible.ts'
import { readChatCompletion } from '../formats/openai-chat.ts'
import { isObject } from '../json-value.ts'
import { fieldOperation, type JsonReader, jsonOperation } from '../operation.ts'
import type { KnownPlatform, Operation, Refusal, RefusalResponse } from '../platform.ts'
import { jsonRefusal, refuseLikeOpenAi } from '../refusals.ts'

interface Service {
  readonly id: AiServiceId
  /** Base paths of OpenAI's operations. */
  readonly openAi: readonly string[]
  /** Base paths of Anthropic's messages. */
  readonly anthropic?: readonly string[]
  /** What it has besides; comes first. */
  readonly own?: readonly Operation[]
  readonly refuse?: KnownPlatform['refuse']
}

/** OpenRouter's errors carry the status as a number (openrouter.ai/docs, API errors). */
const refuseLikeOpenRouter = ({ message }: Refusal): RefusalResponse =>
  jsonRefusal({ error: { code: 403, message, metadata: { reasons: ['blocked_by_policy'] } } }, {}, 403)

/** DashScope's own operations (Alibaba Cloud Model Studio, API reference): `{input: {prompt | messages}}`. */
const readGeneration: JsonReader = (body, parts, target) => {
  const { input } = body
  if (!isObject(input)) return undefined
  if (readChatCompletion(input, parts, target) === undefined) parts.leaves('user', input)
  parts.rest(body, INPUT)
  return {
    model: typeof body.model === 'string' ? body.model : undefined,
    stream: target.headers['x-dashscope-sse'] === 'enable',
  }
}
const INPUT = new Set(['input'])

const refuseLikeDashScope = ({ message, interactionId }: Refusal): RefusalResponse =>
  jsonRefusal({ code: 'DataInspectionFailed', message, request_id: interactionId })

/** Perplexity's asynchronous requests wrap one up. */
const readWrapped: JsonReader = (body, parts, target) => {
  if (!isObject(body.request)) return undefined
  const details = readChatCompletion(body.request, parts, target)
  if (details !== undefined) parts.rest(body, REQUEST)
  return details
}
const REQUEST = new Set(['request'])

/**
 * Services whose requests are OpenAI's or Anthropic's under another path. Base paths: Vercel's AI SDK (packages/<vendor>, August 2026) and
 * the vendors' references; for NVIDIA, Zhipu and GitHub Models the references alone.
 */
const SERVICES: readonly Service[] = [
  { id: 'groq-api', openAi: ['/openai/v1'] },
  { id: 'together-api', openAi: ['/v1'] },
  { id: 'openrouter-api', openAi: ['/api/v1'], anthropic: ['/api/v1'], refuse: refuseLikeOpenRouter },
  { id: 'fireworks-api', openAi: ['/inference/v1', '/v1'], anthropic: ['/inference/v1'] },
  { id: 'xai-api', openAi: ['/v1'], anthropic: ['/v1'] },
  { id: 'deepseek-api', openAi: ['', '/v1', '/beta'], anthropic: ['/anthropic/v1'] },
  {
    id: 'perplexity-api',
    openAi: ['', '/v1'],
    own: [
      jsonOperation({ id: 'async_chat_completions', paths: ['/async/chat/completions'] }, readWrapped),
      fieldOperation({ id: 'search', paths: ['/search'] }, ['query']),
    ],
  },
  { id: 'cerebras-api', openAi: ['/v1'] },
  { id: 'nvidia-nim-api', openAi: ['/v1'] },
  { id: 'moonshot-api', openAi: ['/v1', '/coding/v1'], anthropic: ['/anthropic/v1', '/coding/v1'] },
  {
    id: 'zhipu-glm-api',
    openAi: ['/api/paas/v4', '/api/coding/paas/v4'],
    anthropic: ['/api/anthropic/v1'],
  },
  {
    id: 'dashscope-api',
    openAi: ['/compatible-mode/v1', '/v1'],
    anthropic: ['/apps/anthropic/v1'],
    own: [
      jsonOperation({ id: 'generation', paths: ['/api/v1/services/**'], refuse: refuseLikeDashScope }, readGeneration),
    ],
  },
  {
    id: 'minimax-api',
    openAi: ['/v1'],
    anthropic: ['/anthropic/v1'],
    own: [jsonOperation({ id: 'chatcompletion_v2', paths: ['/v1/text/chatcompletion_v2'] }, readChatCompletion)],
  },
  { id: 'github-models', openAi: ['/inference', '/orgs/*/inference', ''] },
]

export const COMPATIBLE_APIS: readonly KnownPlatform[] = SERVICES.map(
  ({ id, openAi, anthropic, own = [], refuse }) => ({
    id,
    operations: [
      ...own,
      ...openAiOperations({ bases: openAi }),
      ...(anthropic === undefined ? [] : anthropicOperations({ bases: anthropic })),
    ],
    refuse: refuse ?? refuseLikeOpenAi,
  }),
)
