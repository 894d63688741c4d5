/** What an AI service is called, by the platform_id that records carry. */
export interface AiServiceName {
  readonly name: string
  readonly category: AiServiceCategory
}

export type AiServiceCategory = 'api' | 'web_app' | 'coding_assistant' | 'other'

const NAMES = {
  'chatgpt-web': ['ChatGPT', 'web_app'],
  'claude-web': ['Claude', 'web_app'],
  'gemini-web': ['Google Gemini', 'web_app'],
  'google-ai-studio-web': ['Google AI Studio', 'web_app'],
  'ms-copilot-consumer': ['Microsoft Copilot', 'web_app'],
  'm365-copilot': ['Microsoft 365 Copilot', 'web_app'],
  'perplexity-web': ['Perplexity', 'web_app'],
  'mistral-lechat': ['Mistral Le Chat', 'web_app'],
  'deepseek-web': ['DeepSeek', 'web_app'],
  'grok-web': ['Grok', 'web_app'],
  'poe-web': ['Poe', 'web_app'],
  huggingchat: ['HuggingChat', 'web_app'],
  'meta-ai-web': ['Meta AI', 'web_app'],
  'character-ai': ['Character.ai', 'web_app'],
  'you-com': ['You.com', 'web_app'],
  'qwen-web': ['Qwen Chat', 'web_app'],
  'kimi-web': ['Kimi', 'web_app'],
  'pi-ai': ['Pi', 'web_app'],
  lmarena: ['LMArena', 'web_app'],
  phind: ['Phind', 'web_app'],
  'openai-api': ['OpenAI API', 'api'],
  'azure-openai': ['Azure OpenAI', 'api'],
  'anthropic-api': ['Anthropic API', 'api'],
  'google-gemini-api': ['Google Gemini API', 'api'],
  'google-vertex-ai': ['Google Vertex AI', 'api'],
  'aws-bedrock': ['Amazon Bedrock', 'api'],
  'mistral-api': ['Mistral API', 'api'],
  'cohere-api': ['Cohere API', 'api'],
  'groq-api': ['Groq API', 'api'],
  'together-api': ['Together AI', 'api'],
  'openrouter-api': ['OpenRouter', 'api'],
  'fireworks-api': ['Fireworks AI', 'api'],
  'xai-api': ['xAI API', 'api'],
  'deepseek-api': ['DeepSeek API', 'api'],
  'perplexity-api': ['Perplexity API', 'api'],
  'cerebras-api': ['Cerebras', 'api'],
  'nvidia-nim-api': ['NVIDIA NIM', 'api'],
  'moonshot-api': ['Moonshot Kimi API', 'api'],
  'zhipu-glm-api': ['Zhipu GLM API', 'api'],
  'dashscope-api': ['Alibaba DashScope', 'api'],
  'minimax-api': ['MiniMax', 'api'],
  'github-models': ['GitHub Models', 'api'],
  'huggingface-inference': ['Hugging Face Inference', 'api'],
  'replicate-api': ['Replicate', 'api'],
  'ollama-local': ['Local OpenAI-compatible server', 'api'],
  'generic-openai-compatible': ['OpenAI-compatible gateway', 'api'],
  'github-copilot': ['GitHub Copilot', 'coding_assistant'],
  'github-copilot-web': ['GitHub Copilot on the web', 'web_app'],
  cursor: ['Cursor', 'coding_assistant'],
  'windsurf-codeium': ['Windsurf, Codeium', 'coding_assistant'],
  'claude-code': ['Claude Code', 'coding_assistant'],
  codex: ['OpenAI Codex', 'coding_assistant'],
  'gemini-cli': ['Gemini CLI, Gemini Code Assist', 'coding_assistant'],
  'amazon-q-kiro': ['Amazon Q Developer, Kiro', 'coding_assistant'],
  'jetbrains-ai': ['JetBrains AI Assistant', 'coding_assistant'],
  tabnine: ['Tabnine', 'coding_assistant'],
  'continue-cline-byok': ['Continue, Cline, Aider and others', 'coding_assistant'],
  'augment-code': ['Augment Code', 'coding_assistant'],
  'sourcegraph-cody-amp': ['Sourcegraph Cody, Amp', 'coding_assistant'],
  'duck-ai': ['Duck.ai', 'web_app'],
  genspark: ['Genspark', 'web_app'],
  'notion-ai': ['Notion AI', 'web_app'],
  'baidu-ernie': ['Baidu ERNIE', 'web_app'],
  'amazon-q-business': ['Amazon Q Business', 'web_app'],
} as const satisfies Readonly<Record<string, readonly [name: string, category: AiServiceCategory]>>

/** The services that are known by name; their hosts are in ai-service-hosts.ts. */
export type AiServiceId = keyof typeof NAMES

/** The set of platforms is open: one without a name here is called by its id. */
export function nameOfAiService(platformId: string): AiServiceName {
  const [name, category] = Object.hasOwn(NAMES, platformId) ? NAMES[platformId as AiServiceId] : []
  return { name: name ?? platformId, category: category ?? 'other' }
}
