import { CONNECT_REQUESTS } from './connect-requests.ts'
import { formData } from './read-request.ts'
import { at, type Part, type ServiceRequest } from './service-request.ts'
import { WEB_CHAT_REQUESTS } from './web-chat-requests.ts'

export type { ServiceRequest } from './service-request.ts'

const OPENAI = { at: ['error', 'message'] }
const ANTHROPIC = { at: ['error', 'message'] }

const chat = (text: string) => ({
  model: 'a-model-1',
  stream: true,
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [{ type: 'text', text }] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'done' },
  ],
})
const messages = (text: string) => ({
  model: 'a-model-1',
  max_tokens: 5,
  system: [{ type: 'text', text: 'Be brief.' }],
  messages: [{ role: 'user', content: [{ type: 'text', text }] }],
})
const responses = (text: string) => ({
  model: 'a-model-1',
  instructions: 'Be brief.',
  input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }],
})
const contents = (text: string) => ({
  systemInstruction: { parts: [{ text: 'Be brief.' }] },
  contents: [{ role: 'user', parts: [{ text }] }],
})

/** What `openAiOperations` reads. */
const OPENAI_PARTS: readonly Part[] = [
  { operation: 'chat_completions', name: 'chat/completions', body: chat, model: 'a-model-1' },
  { operation: 'responses', name: 'responses', body: responses, model: 'a-model-1' },
  {
    operation: 'completions',
    name: 'completions',
    body: (text) => ({ model: 'a-model-1', prompt: text, suffix: 'x' }),
  },
  { operation: 'embeddings', name: 'embeddings', type: 'embedding', body: (text) => ({ model: 'm', input: [text] }) },
  {
    operation: 'rerank',
    name: 'rerank',
    type: 'embedding',
    body: (text) => ({ model: 'm', query: text, documents: ['a'] }),
  },
  { operation: 'moderations', name: 'moderations', body: (text) => ({ input: [{ type: 'text', text }] }) },
  { operation: 'images', name: 'images/generations', body: (text) => ({ prompt: text, n: 1 }) },
  { operation: 'audio', name: 'audio/speech', body: (text) => ({ input: text, voice: 'alloy' }) },
  {
    operation: 'files',
    name: 'files',
    body: (text) => formData({ purpose: 'batch', file: ['a.txt', text] }).body,
    headers: formData({}).headers,
  },
]

function openAi(service: string, base: string, refusal: ServiceRequest['refusal'] = OPENAI): ServiceRequest[] {
  return OPENAI_PARTS.map(({ name, ...part }) => ({ service, url: `https://${base}/${name}`, refusal, ...part }))
}

function anthropic(service: string, base: string): ServiceRequest[] {
  const common = { service, refusal: ANTHROPIC }
  return [
    { ...common, operation: 'messages', url: `https://${base}/messages`, body: messages, model: 'a-model-1' },
    {
      ...common,
      operation: 'message_batches',
      url: `https://${base}/messages/batches`,
      body: (text) => ({ requests: [{ custom_id: 'one', params: messages(text) }] }),
    },
  ]
}

const VERTEX = 'europe-west9-aiplatform.googleapis.com'
const IN_PROJECT = '/v1/projects/p/locations/europe-west9'
const MODEL = '/model/eu.anthropic.claude-sonnet-4-20250514-v1%3A0'
const BEDROCK = { status: 403, at: ['message'] }
const converse = (text: string) => ({
  system: [{ text: 'Be brief.' }],
  messages: [{ role: 'user', content: [{ text }] }],
  inferenceConfig: { maxTokens: 5 },
})

/** At least one of each operation of each service that programs call, but for those with tests of their own. */
export const SERVICE_REQUESTS: readonly ServiceRequest[] = [
  ...WEB_CHAT_REQUESTS,
  ...CONNECT_REQUESTS,
  ...openAi('azure-openai', 'acme.openai.azure.com/openai/deployments/gpt-5', OPENAI),
  ...anthropic('azure-openai', 'acme.services.ai.azure.com/anthropic/v1'),
  ...at('azure-openai', 'acme.openai.azure.com', OPENAI, [
    {
      operation: 'assistants',
      name: '/openai/assistants',
      role: 'system',
      body: (text) => ({ model: 'm', instructions: text }),
    },
    {
      operation: 'threads',
      name: '/openai/threads',
      body: (text) => ({ messages: [{ role: 'user', content: text }] }),
    },
    {
      operation: 'thread_messages',
      name: '/openai/threads/t/messages',
      body: (text) => ({ role: 'user', content: text }),
    },
    {
      operation: 'runs',
      name: '/openai/threads/t/runs',
      body: (text) => ({ assistant_id: 'asst_1', additional_messages: [{ role: 'user', content: text }] }),
    },
    {
      operation: 'tool_outputs',
      name: '/openai/threads/t/runs/r/submit_tool_outputs',
      role: 'tool',
      type: 'tool_call',
      body: (text) => ({ tool_outputs: [{ tool_call_id: 'call_1', output: text }] }),
    },
  ]),
  ...at('google-vertex-ai', VERTEX, { at: ['error', 'message'] }, [
    {
      operation: 'generate_content',
      name: `${IN_PROJECT}/publishers/google/models/gemini-2.5-pro:generateContent`,
      body: contents,
      model: 'gemini-2.5-pro',
    },
    { operation: 'count_tokens', name: `${IN_PROJECT}/publishers/google/models/g:countTokens`, body: contents },
    {
      operation: 'embed_content',
      name: `${IN_PROJECT}/publishers/google/models/g:embedContent`,
      type: 'embedding',
      body: (text) => ({ content: { parts: [{ text }] } }),
    },
    {
      operation: 'batch_embed_contents',
      name: `${IN_PROJECT}/publishers/google/models/g:batchEmbedContents`,
      type: 'embedding',
      body: (text) => ({ requests: [{ content: { parts: [{ text }] } }] }),
    },
    {
      operation: 'predict',
      name: `${IN_PROJECT}/publishers/google/models/imagen-4:predict`,
      body: (text) => ({ instances: [{ prompt: text }], parameters: { sampleCount: 1 } }),
    },
    {
      operation: 'anthropic_messages',
      name: `${IN_PROJECT}/publishers/anthropic/models/claude-sonnet-4@20250514:streamRawPredict`,
      body: (text) => ({ ...messages(text), anthropic_version: 'vertex-2023-10-16' }),
    },
    { operation: 'raw_predict', name: `${IN_PROJECT}/publishers/mistralai/models/codestral:rawPredict`, body: chat },
    {
      operation: 'reasoning_engines',
      name: `${IN_PROJECT}/reasoningEngines/1:streamQuery`,
      body: (text) => ({ class_method: 'stream_query', input: { message: text, user_id: 'u' } }),
      role: 'user',
    },
    { operation: 'cached_contents', name: `${IN_PROJECT}/cachedContents`, body: contents },
  ]),
  ...openAi('google-vertex-ai', `${VERTEX}${IN_PROJECT}/endpoints/openapi`),
  ...at('aws-bedrock', 'bedrock-runtime.eu-west-3.amazonaws.com', BEDROCK, [
    {
      operation: 'converse',
      name: `${MODEL}/converse-stream`,
      body: converse,
      model: 'eu.anthropic.claude-sonnet-4-20250514-v1:0',
    },
    {
      operation: 'invoke',
      name: `${MODEL}/invoke`,
      body: (text) => ({ ...messages(text), anthropic_version: 'bedrock-2023-05-31' }),
    },
    { operation: 'invoke', name: '/model/amazon.nova-pro-v1:0/invoke', body: converse },
    { operation: 'invoke', name: '/model/amazon.titan-text-express-v1/invoke', body: (text) => ({ inputText: text }) },
    {
      operation: 'count_tokens',
      name: `${MODEL}/count-tokens`,
      body: (text) => ({ input: { converse: converse(text) } }),
    },
    {
      operation: 'guardrails',
      name: '/guardrail/g/version/1/apply',
      body: (text) => ({ source: 'INPUT', content: [{ text: { text } }] }),
    },
    {
      operation: 'async_invoke',
      name: '/async-invoke',
      body: (text) => ({ modelId: 'm', modelInput: { prompt: text } }),
    },
  ]),
  ...openAi('aws-bedrock', 'bedrock-runtime.eu-west-3.amazonaws.com/openai/v1'),
  ...anthropic('aws-bedrock', 'bedrock-mantle.eu-west-3.api.aws/anthropic/v1'),
  ...at('aws-bedrock', 'bedrock-agent-runtime.eu-west-3.amazonaws.com', BEDROCK, [
    { operation: 'agents', name: '/agents/A/agentAliases/B/sessions/C/text', body: (text) => ({ inputText: text }) },
    {
      operation: 'knowledge_bases',
      name: '/retrieveAndGenerate',
      body: (text) => ({ input: { text }, retrieveAndGenerateConfiguration: { type: 'KNOWLEDGE_BASE' } }),
    },
  ]),
  ...openAi('mistral-api', 'api.mistral.ai/v1', { at: ['message'] }),
  ...at('mistral-api', 'api.mistral.ai', { at: ['message'] }, [
    { operation: 'fim_completions', name: '/v1/fim/completions', body: (text) => ({ prompt: text, suffix: 'x' }) },
    { operation: 'agent_completions', name: '/v1/agents/completions', body: chat },
    {
      operation: 'conversations',
      name: '/v1/conversations',
      body: (text) => ({ agent_id: 'ag_1', inputs: [{ type: 'message.input', role: 'user', content: text }] }),
    },
    {
      operation: 'ocr',
      name: '/v1/ocr',
      body: (text) => ({ model: 'm', document: { type: 'document_url', document_url: text } }),
    },
    { operation: 'classifications', name: '/v1/classifications', body: (text) => ({ model: 'm', input: [text] }) },
    {
      operation: 'libraries',
      name: '/v1/libraries/l/documents',
      body: (text) => formData({ file: ['a.txt', text] }).body,
      headers: formData({}).headers,
    },
  ]),
  ...at('cohere-api', 'api.cohere.com', { at: ['message'] }, [
    { operation: 'chat', name: '/v2/chat', body: chat },
    {
      operation: 'chat_v1',
      name: '/v1/chat',
      body: (text) => ({ message: text, preamble: 'Be brief.', chat_history: [{ role: 'CHATBOT', message: 'Hello' }] }),
    },
    { operation: 'generate', name: '/v1/generate', body: (text) => ({ prompt: text }) },
    { operation: 'embed', name: '/v2/embed', type: 'embedding', body: (text) => ({ texts: [text], model: 'm' }) },
    { operation: 'rerank', name: '/v2/rerank', type: 'embedding', body: (text) => ({ query: text, documents: ['a'] }) },
    { operation: 'classify', name: '/v1/classify', body: (text) => ({ inputs: [text] }) },
    { operation: 'text', name: '/v1/summarize', body: (text) => ({ text }) },
  ]),
  ...openAi('cohere-api', 'api.cohere.ai/compatibility/v1').filter(({ operation }) => operation !== 'rerank'),
  ...openAi('huggingface-inference', 'router.huggingface.co/v1'),
  ...at('huggingface-inference', 'router.huggingface.co', { at: ['error'] }, [
    { operation: 'models', name: '/hf-inference/models/facebook/bart', body: (text) => ({ inputs: text }) },
  ]),
  ...at('huggingface-inference', 'abc.eu-west-1.aws.endpoints.huggingface.cloud', { at: ['error'] }, [
    { operation: 'generate', name: '/generate_stream', body: (text) => ({ inputs: text, parameters: {} }) },
    { operation: 'embed', name: '/embed', type: 'embedding', body: (text) => ({ inputs: [text] }) },
  ]),
  ...at('replicate-api', 'api.replicate.com', { status: 422, at: ['detail'] }, [
    {
      operation: 'predictions',
      name: '/v1/models/meta/llama/predictions',
      body: (text) => ({ input: { prompt: text } }),
    },
    {
      operation: 'files',
      name: '/v1/files',
      body: (text) => formData({ content: ['a.txt', text] }).body,
      headers: formData({}).headers,
    },
  ]),
  ...openAi('groq-api', 'api.groq.com/openai/v1'),
  ...openAi('together-api', 'api.together.xyz/v1'),
  ...openAi('openrouter-api', 'openrouter.ai/api/v1', { status: 403, at: ['error', 'message'] }),
  ...anthropic('openrouter-api', 'openrouter.ai/api/v1'),
  ...openAi('fireworks-api', 'api.fireworks.ai/inference/v1'),
  ...anthropic('fireworks-api', 'api.fireworks.ai/inference/v1'),
  ...openAi('xai-api', 'api.x.ai/v1'),
  ...anthropic('xai-api', 'api.x.ai/v1'),
  ...openAi('deepseek-api', 'api.deepseek.com'),
  ...anthropic('deepseek-api', 'api.deepseek.com/anthropic/v1'),
  ...openAi('perplexity-api', 'api.perplexity.ai'),
  ...at('perplexity-api', 'api.perplexity.ai', OPENAI, [
    { operation: 'async_chat_completions', name: '/async/chat/completions', body: (text) => ({ request: chat(text) }) },
    { operation: 'search', name: '/search', body: (text) => ({ query: text }) },
  ]),
  ...openAi('cerebras-api', 'api.cerebras.ai/v1'),
  ...openAi('nvidia-nim-api', 'integrate.api.nvidia.com/v1'),
  ...openAi('moonshot-api', 'api.moonshot.ai/v1'),
  ...anthropic('moonshot-api', 'api.kimi.com/coding/v1'),
  ...openAi('zhipu-glm-api', 'open.bigmodel.cn/api/paas/v4'),
  ...anthropic('zhipu-glm-api', 'api.z.ai/api/anthropic/v1'),
  ...openAi('dashscope-api', 'dashscope.aliyuncs.com/compatible-mode/v1'),
  ...anthropic('dashscope-api', 'dashscope.aliyuncs.com/apps/anthropic/v1'),
  ...at('dashscope-api', 'dashscope-intl.aliyuncs.com', { at: ['message'] }, [
    {
      operation: 'generation',
      name: '/api/v1/services/aigc/text-generation/generation',
      body: (text) => ({ model: 'qwen-max', input: { messages: [{ role: 'user', content: text }] } }),
      model: 'qwen-max',
    },
  ]),
  ...openAi('minimax-api', 'api.minimax.io/v1'),
  ...anthropic('minimax-api', 'api.minimax.io/anthropic/v1'),
  ...at('minimax-api', 'api.minimax.io', OPENAI, [
    { operation: 'chatcompletion_v2', name: '/v1/text/chatcompletion_v2', body: chat },
  ]),
  ...openAi('github-models', 'models.github.ai/inference'),
  ...at('github-copilot', 'api.business.githubcopilot.com', OPENAI, [
    {
      operation: 'chat_completions',
      name: '/chat/completions',
      body: chat,
      refusal: { status: 200, at: [], form: 'events' },
    },
    {
      operation: 'chat_completions',
      name: '/chat/completions?stream=false',
      body: (text) => ({ ...chat(text), stream: false }),
      refusal: OPENAI,
    },
    { operation: 'responses', name: '/responses', body: responses },
    {
      operation: 'embeddings',
      name: '/embeddings',
      type: 'embedding',
      body: (text) => ({ input: [text], model: 'm' }),
    },
    { operation: 'code_index', name: '/chunks', type: 'embedding', body: (text) => ({ content: text, path: 'a.ts' }) },
  ]),
  ...at('github-copilot', 'api.individual.githubcopilot.com', OPENAI, [
    {
      operation: 'web_chat',
      name: '/github/chat/threads/0a1b2c3d-0000-4000-8000-000000000001/messages',
      body: (text) => ({
        ...{ content: text, intent: 'conversation', references: [{ type: 'file', path: 'a.ts' }], context: [] },
        ...{ currentURL: 'https://github.com/copilot', streaming: true, mode: 'immersive', customInstructions: [] },
      }),
    },
  ]),
  ...at('github-copilot', 'proxy.business.githubcopilot.com', { status: 200, at: [], form: 'nothing' }, [
    {
      operation: 'completions',
      name: '/v1/engines/gpt-41-copilot/completions',
      body: (text) => ({ prompt: text, suffix: '}', stream: true, extra: { language: 'go' } }),
    },
  ]),
  ...anthropic('github-copilot', 'api.githubcopilot.com/v1'),
  ...at('gemini-cli', 'cloudcode-pa.googleapis.com', { at: ['error', 'message'] }, [
    {
      operation: 'generate_content',
      name: '/v1internal:streamGenerateContent?alt=sse',
      body: (text) => ({ model: 'gemini-2.5-pro', project: 'p', request: contents(text) }),
      model: 'gemini-2.5-pro',
    },
    { operation: 'count_tokens', name: '/v1internal:countTokens', body: (text) => ({ request: contents(text) }) },
    { operation: 'code', name: '/v1internal:completeCode', body: (text) => ({ prefix: text, suffix: '' }) },
  ]),
  ...at('amazon-q-kiro', 'q.us-east-1.amazonaws.com', { at: ['message'] }, [
    {
      operation: 'conversation',
      name: '/generateAssistantResponse',
      body: (text) => ({
        conversationState: {
          conversationId: '0b3a7f4e-8f6e-4a63-9d0a-3c6f1f6f9d10',
          history: [
            { userInputMessage: { content: 'Hello' } },
            { assistantResponseMessage: { content: 'Hi', toolUses: [] } },
          ],
          currentMessage: { userInputMessage: { content: text, userInputMessageContext: { toolResults: [] } } },
        },
      }),
    },
    {
      operation: 'conversation',
      name: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'AmazonCodeWhispererService.GenerateCompletions',
      },
      body: (text) => ({ fileContext: { leftFileContent: text, rightFileContent: '', filename: 'a.ts' } }),
    },
  ]),
  ...at('jetbrains-ai', 'api.jetbrains.ai', { at: ['message'] }, [
    {
      operation: 'chat',
      name: '/user/v5/llm/chat/stream/v8',
      body: (text) => ({
        profile: 'openai-gpt-5',
        chat: { messages: [{ type: 'user_message', content: text }] },
        parameters: { data: [] },
      }),
      model: 'openai-gpt-5',
    },
    { operation: 'completion', name: '/user/v5/completion/local', body: (text) => ({ prefix: text }) },
  ]),
  ...openAi('continue-cline-byok', 'api.cline.bot/api/v1'),
  ...anthropic('continue-cline-byok', 'opencode.ai/zen/v1'),
  ...at('continue-cline-byok', 'opencode.ai', { at: ['error', 'message'] }, [
    { operation: 'generate_content', name: '/zen/v1/models/gemini-3:generateContent', body: contents },
  ]),
  ...at('augment-code', 'd1.api.augmentcode.com', { at: ['error'] }, [
    { operation: 'chat', name: '/chat-stream', body: (text) => ({ message: text, chat_history: [] }) },
    {
      operation: 'batch_upload',
      name: '/batch-upload',
      body: (text) => ({ blobs: [{ path: 'a.ts', content: text }] }),
    },
  ]),
  ...at('augment-code', 'd1.api.augmentcode.com', { status: 200, at: [], form: 'nothing' }, [
    { operation: 'completion', name: '/completion', body: (text) => ({ prompt: text, suffix: '' }) },
  ]),
  ...at('sourcegraph-cody-amp', 'cody-gateway.sourcegraph.com', { at: [], form: 'text' }, [
    {
      operation: 'cody_chat',
      name: '/.api/completions/stream',
      body: (text) => ({ messages: [{ speaker: 'human', text }] }),
    },
  ]),
  ...at('sourcegraph-cody-amp', 'cody-gateway.sourcegraph.com', { status: 200, at: [], form: 'nothing' }, [
    {
      operation: 'code_completions',
      name: '/.api/completions/code',
      body: (text) => ({ messages: [{ speaker: 'human', text }] }),
    },
  ]),
  ...at('sourcegraph-cody-amp', 'ampcode.com', { at: ['error', 'message'] }, [
    { operation: 'chat_completions', name: '/.api/llm/chat/completions', body: chat },
    {
      operation: 'generate_content',
      name: '/api/provider/google/v1beta/models/gemini-3:generateContent',
      body: contents,
    },
  ]),
  ...anthropic('sourcegraph-cody-amp', 'ampcode.com/api/provider/anthropic/v1'),
  ...openAi('sourcegraph-cody-amp', 'ampcode.com/api/provider/openai/v1'),
  ...at('tabnine', 'api.tabnine.com', { at: ['message'] }, [
    { operation: 'chat', name: '/chat/v1/conversation', body: (text) => ({ conversation: [{ text }] }) },
    { operation: 'completion', name: '/completion/v2', body: (text) => ({ before: text, after: '' }) },
  ]),
]
