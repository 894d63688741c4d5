import { formData } from './read-request.ts'
import { anthropic, chat, contents, messages, OPENAI, openAi } from './request-bodies.ts'
import { at, type ServiceRequest } from './service-request.ts'

const VERTEX = 'europe-west9-aiplatform.googleapis.com'
const IN_PROJECT = '/v1/projects/p/locations/europe-west9'
const MODEL = '/model/eu.anthropic.claude-sonnet-4-20250514-v1%3A0'
const BEDROCK = { status: 403, at: ['message'] }
const converse = (text: string) => ({
  system: [{ text: 'Be brief.' }],
  messages: [{ role: 'user', content: [{ text }] }],
  inferenceConfig: { maxTokens: 5 },
})

/** Of services that programs call. */
export const API_REQUESTS: readonly ServiceRequest[] = [
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
]
