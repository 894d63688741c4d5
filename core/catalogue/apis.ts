import type { KnownService } from './service.ts'

/** Services that programs call. */
export const APIS = [
  { id: 'openai-api', name: 'OpenAI API', category: 'api', hosts: ['api.openai.com', '*.api.openai.com'] },
  // Cognitive Services names speech and vision too; Azure OpenAI answers below it as well.
  {
    id: 'azure-openai',
    name: 'Azure OpenAI',
    category: 'api',
    hosts: [
      '*.openai.azure.com',
      '*.cognitiveservices.azure.com',
      '*.services.ai.azure.com',
      '*.models.ai.azure.com',
      '*.inference.ai.azure.com',
    ],
  },
  {
    id: 'anthropic-api',
    name: 'Anthropic API',
    category: 'api',
    hosts: ['api.anthropic.com', 'api-staging.anthropic.com', 'a-api.anthropic.com'],
  },
  { id: 'google-gemini-api', name: 'Google Gemini API', category: 'api', hosts: ['generativelanguage.googleapis.com'] },
  {
    id: 'google-vertex-ai',
    name: 'Google Vertex AI',
    category: 'api',
    hosts: ['aiplatform.googleapis.com', '*-aiplatform.googleapis.com', 'aiplatform.*.rep.googleapis.com'],
  },
  {
    id: 'aws-bedrock',
    name: 'Amazon Bedrock',
    category: 'api',
    hosts: [
      'bedrock-runtime.*.amazonaws.com',
      'bedrock-runtime-fips.*.amazonaws.com',
      'bedrock-agent-runtime.*.amazonaws.com',
      '*.bedrock-runtime.*.vpce.amazonaws.com',
      'bedrock-mantle.*.api.aws',
    ],
  },
  { id: 'mistral-api', name: 'Mistral API', category: 'api', hosts: ['api.mistral.ai', 'codestral.mistral.ai'] },
  { id: 'cohere-api', name: 'Cohere API', category: 'api', hosts: ['api.cohere.com', 'api.cohere.ai'] },
  { id: 'groq-api', name: 'Groq API', category: 'api', hosts: ['api.groq.com'] },
  { id: 'together-api', name: 'Together AI', category: 'api', hosts: ['api.together.xyz', 'api.together.ai'] },
  { id: 'openrouter-api', name: 'OpenRouter', category: 'api', hosts: ['openrouter.ai'] },
  { id: 'fireworks-api', name: 'Fireworks AI', category: 'api', hosts: ['api.fireworks.ai', '*.api.fireworks.ai'] },
  { id: 'xai-api', name: 'xAI API', category: 'api', hosts: ['api.x.ai', '*.api.x.ai'] },
  { id: 'deepseek-api', name: 'DeepSeek API', category: 'api', hosts: ['api.deepseek.com'] },
  { id: 'perplexity-api', name: 'Perplexity API', category: 'api', hosts: ['api.perplexity.ai'] },
  { id: 'cerebras-api', name: 'Cerebras', category: 'api', hosts: ['api.cerebras.ai'] },
  {
    id: 'nvidia-nim-api',
    name: 'NVIDIA NIM',
    category: 'api',
    hosts: ['integrate.api.nvidia.com', 'ai.api.nvidia.com'],
  },
  {
    id: 'moonshot-api',
    name: 'Moonshot Kimi API',
    category: 'api',
    hosts: ['api.moonshot.ai', 'api.moonshot.cn', 'api.kimi.com'],
  },
  { id: 'zhipu-glm-api', name: 'Zhipu GLM API', category: 'api', hosts: ['open.bigmodel.cn', 'api.z.ai'] },
  {
    id: 'dashscope-api',
    name: 'Alibaba DashScope',
    category: 'api',
    hosts: ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'portal.qwen.ai'],
  },
  {
    id: 'minimax-api',
    name: 'MiniMax',
    category: 'api',
    hosts: ['api.minimax.io', 'api.minimax.chat', 'api.minimaxi.com'],
  },
  {
    id: 'github-models',
    name: 'GitHub Models',
    category: 'api',
    hosts: ['models.github.ai', 'models.inference.ai.azure.com'],
  },
  {
    id: 'huggingface-inference',
    name: 'Hugging Face Inference',
    category: 'api',
    hosts: ['router.huggingface.co', 'api-inference.huggingface.co', '*.endpoints.huggingface.cloud'],
  },
  { id: 'replicate-api', name: 'Replicate', category: 'api', hosts: ['api.replicate.com'] },
  { id: 'ollama-local', name: 'Local OpenAI-compatible server', category: 'api', hosts: [] },
  { id: 'generic-openai-compatible', name: 'OpenAI-compatible gateway', category: 'api', hosts: [] },
] as const satisfies readonly KnownService[]
