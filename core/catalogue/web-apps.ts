import type { KnownService } from './service.ts'

/** Chat and other apps that people open in a browser. */
export const WEB_APPS = [
  {
    id: 'chatgpt-web',
    name: 'ChatGPT',
    category: 'web_app',
    hosts: [
      'chatgpt.com',
      '*.chatgpt.com',
      'chat.openai.com',
      'android.chat.openai.com',
      'ios.chat.openai.com',
      '*.oaiusercontent.com',
    ],
  },
  {
    id: 'claude-web',
    name: 'Claude',
    category: 'web_app',
    hosts: ['claude.ai', '*.claude.ai', 'claude.com', '*.claude.com', 'www.claudeusercontent.com'],
  },
  { id: 'gemini-web', name: 'Google Gemini', category: 'web_app', hosts: ['gemini.google.com', 'bard.google.com'] },
  {
    id: 'google-ai-studio-web',
    name: 'Google AI Studio',
    category: 'web_app',
    hosts: ['aistudio.google.com', 'alkalimakersuite-pa.clients6.google.com'],
  },
  {
    id: 'ms-copilot-consumer',
    name: 'Microsoft Copilot',
    category: 'web_app',
    hosts: ['copilot.microsoft.com', 'copilot.com'],
  },
  {
    id: 'm365-copilot',
    name: 'Microsoft 365 Copilot',
    category: 'web_app',
    hosts: ['m365.cloud.microsoft', 'copilot.cloud.microsoft', 'substrate.office.com', '*.substrate.office.com'],
  },
  {
    id: 'perplexity-web',
    name: 'Perplexity',
    category: 'web_app',
    hosts: ['perplexity.ai', 'www.perplexity.ai', 'ppl-ai-file-upload.s3.amazonaws.com'],
  },
  { id: 'mistral-lechat', name: 'Mistral Le Chat', category: 'web_app', hosts: ['chat.mistral.ai'] },
  { id: 'deepseek-web', name: 'DeepSeek', category: 'web_app', hosts: ['chat.deepseek.com', '*.deepseek.com'] },
  { id: 'grok-web', name: 'Grok', category: 'web_app', hosts: ['grok.com', '*.grok.com', 'grok.x.com'] },
  { id: 'poe-web', name: 'Poe', category: 'web_app', hosts: ['poe.com', '*.poe.com'] },
  { id: 'huggingchat', name: 'HuggingChat', category: 'web_app', hosts: ['huggingface.co'] },
  { id: 'meta-ai-web', name: 'Meta AI', category: 'web_app', hosts: ['meta.ai', '*.meta.ai'] },
  { id: 'character-ai', name: 'Character.ai', category: 'web_app', hosts: ['character.ai', '*.character.ai'] },
  { id: 'you-com', name: 'You.com', category: 'web_app', hosts: ['you.com', '*.you.com'] },
  {
    id: 'qwen-web',
    name: 'Qwen Chat',
    category: 'web_app',
    hosts: ['qwen.ai', 'chat.qwen.ai', 'tongyi.aliyun.com', 'www.tongyi.com'],
  },
  { id: 'kimi-web', name: 'Kimi', category: 'web_app', hosts: ['kimi.com', 'www.kimi.com', 'kimi.moonshot.cn'] },
  { id: 'pi-ai', name: 'Pi', category: 'web_app', hosts: ['pi.ai'] },
  { id: 'lmarena', name: 'LMArena', category: 'web_app', hosts: ['arena.ai', 'lmarena.ai'] },
  { id: 'phind', name: 'Phind', category: 'web_app', hosts: ['phind.com', '*.phind.com'] },
  // It speaks to the hosts of GitHub Copilot.
  { id: 'github-copilot-web', name: 'GitHub Copilot on the web', category: 'web_app', hosts: [] },
  { id: 'duck-ai', name: 'Duck.ai', category: 'web_app', hosts: ['duck.ai', 'duckduckgo.com'] },
  { id: 'genspark', name: 'Genspark', category: 'web_app', hosts: ['genspark.ai', 'www.genspark.ai'] },
  { id: 'notion-ai', name: 'Notion AI', category: 'web_app', hosts: [] },
  {
    id: 'baidu-ernie',
    name: 'Baidu ERNIE',
    category: 'web_app',
    hosts: ['yiyan.baidu.com', 'chat.baidu.com', 'ernie.baidu.com'],
  },
  {
    id: 'amazon-q-business',
    name: 'Amazon Q Business',
    category: 'web_app',
    hosts: ['qbusiness.*.amazonaws.com', 'qbusiness.*.api.aws', '*.chat.qbusiness.*.on.aws'],
  },
] as const satisfies readonly KnownService[]
