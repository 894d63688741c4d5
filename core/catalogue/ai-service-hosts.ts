import { HostPatterns } from '../network/host-patterns.ts'
import type { AiServiceId } from './ai-services.ts'

/**
 * The hosts that AI services are reached at: host names as vendors' documents and open-source clients have them,
 * November 2026. Patterns are those of HostPatterns. A vendor's whole domain stands here where the vendor has nothing but
 * the AI product. What is left out, since most of its traffic is something else:
 * - shared sites: github.com, huggingface.co (models to download), x.com, duckduckgo.com, www.notion.so, sourcegraph.com,
 *   substrate.office.com, graph.microsoft.com, *.sharepoint.com, cloud.zed.dev;
 * - shared uploads and storage: content-push.googleapis.com, push.clients6.google.com, *.vpce.amazonaws.com but Bedrock's;
 * - sign-in and telemetry: *.auth.desktop.kiro.dev, console.anthropic.com, statsig.anthropic.com, sentry.io;
 * - local models, which are told by their port.
 * An empty list is a service that has no host of its own.
 */
const HOSTS: Readonly<Record<AiServiceId, readonly string[]>> = {
  'chatgpt-web': [
    'chatgpt.com',
    '*.chatgpt.com',
    'chat.openai.com',
    'android.chat.openai.com',
    'ios.chat.openai.com',
    '*.oaiusercontent.com',
  ],
  'claude-web': ['claude.ai', '*.claude.ai', 'claude.com', '*.claude.com', 'www.claudeusercontent.com'],
  'gemini-web': ['gemini.google.com', 'bard.google.com'],
  'google-ai-studio-web': ['aistudio.google.com', 'alkalimakersuite-pa.clients6.google.com'],
  'ms-copilot-consumer': ['copilot.microsoft.com', 'copilot.com'],
  'm365-copilot': ['m365.cloud.microsoft', 'copilot.cloud.microsoft'],
  'perplexity-web': ['perplexity.ai', 'www.perplexity.ai', 'ppl-ai-file-upload.s3.amazonaws.com'],
  'mistral-lechat': ['chat.mistral.ai'],
  'deepseek-web': ['chat.deepseek.com', '*.deepseek.com'],
  'grok-web': ['grok.com', '*.grok.com', 'grok.x.com'],
  'poe-web': ['poe.com', '*.poe.com'],
  huggingchat: [],
  'meta-ai-web': ['meta.ai', '*.meta.ai'],
  'character-ai': ['character.ai', '*.character.ai'],
  'you-com': ['you.com', '*.you.com'],
  'qwen-web': ['qwen.ai', 'chat.qwen.ai', 'tongyi.aliyun.com', 'www.tongyi.com'],
  'kimi-web': ['kimi.com', 'www.kimi.com', 'kimi.moonshot.cn'],
  'pi-ai': ['pi.ai'],
  lmarena: ['arena.ai', 'lmarena.ai'],
  phind: ['phind.com', '*.phind.com'],
  'openai-api': ['api.openai.com', '*.api.openai.com'],
  // Cognitive Services names speech and vision too; Azure OpenAI answers below it as well.
  'azure-openai': [
    '*.openai.azure.com',
    '*.cognitiveservices.azure.com',
    '*.services.ai.azure.com',
    '*.models.ai.azure.com',
    '*.inference.ai.azure.com',
  ],
  'anthropic-api': ['api.anthropic.com', 'api-staging.anthropic.com', 'a-api.anthropic.com'],
  'google-gemini-api': ['generativelanguage.googleapis.com'],
  'google-vertex-ai': ['aiplatform.googleapis.com', '*-aiplatform.googleapis.com', 'aiplatform.*.rep.googleapis.com'],
  'aws-bedrock': [
    'bedrock-runtime.*.amazonaws.com',
    'bedrock-runtime-fips.*.amazonaws.com',
    'bedrock-agent-runtime.*.amazonaws.com',
    '*.bedrock-runtime.*.vpce.amazonaws.com',
    'bedrock-mantle.*.api.aws',
  ],
  'mistral-api': ['api.mistral.ai', 'codestral.mistral.ai'],
  'cohere-api': ['api.cohere.com', 'api.cohere.ai'],
  'groq-api': ['api.groq.com'],
  'together-api': ['api.together.xyz', 'api.together.ai'],
  'openrouter-api': ['openrouter.ai'],
  'fireworks-api': ['api.fireworks.ai', '*.api.fireworks.ai'],
  'xai-api': ['api.x.ai', '*.api.x.ai'],
  'deepseek-api': ['api.deepseek.com'],
  'perplexity-api': ['api.perplexity.ai'],
  'cerebras-api': ['api.cerebras.ai'],
  'nvidia-nim-api': ['integrate.api.nvidia.com', 'ai.api.nvidia.com'],
  'moonshot-api': ['api.moonshot.ai', 'api.moonshot.cn', 'api.kimi.com'],
  'zhipu-glm-api': ['open.bigmodel.cn', 'api.z.ai'],
  'dashscope-api': ['dashscope.aliyuncs.com', 'dashscope-intl.aliyuncs.com', 'portal.qwen.ai'],
  'minimax-api': ['api.minimax.io', 'api.minimax.chat', 'api.minimaxi.com'],
  'github-models': ['models.github.ai', 'models.inference.ai.azure.com'],
  'huggingface-inference': ['router.huggingface.co', 'api-inference.huggingface.co', '*.endpoints.huggingface.cloud'],
  'replicate-api': ['api.replicate.com'],
  'ollama-local': [],
  'generic-openai-compatible': [],
  'github-copilot': [
    '*.githubcopilot.com',
    'copilot-proxy.githubusercontent.com',
    'copilot-proxy.*.ghe.com',
    'copilot-api.*.ghe.com',
  ],
  // It speaks to the hosts of GitHub Copilot.
  'github-copilot-web': [],
  cursor: ['*.cursor.sh', 'api.cursor.com'],
  'windsurf-codeium': ['*.codeium.com', '*.windsurf.com', 'api.devin.ai'],
  // Its prompts go to the Anthropic API.
  'claude-code': ['mcp-proxy.anthropic.com'],
  // It speaks to ChatGPT and the OpenAI API.
  codex: [],
  'gemini-cli': [
    'cloudcode-pa.googleapis.com',
    'daily-cloudcode-pa.googleapis.com',
    'daily-cloudcode-pa.sandbox.googleapis.com',
    'cloudaicompanion.googleapis.com',
    'antigravity.googleapis.com',
    'antigravity-pa.googleapis.com',
  ],
  'amazon-q-kiro': ['q.*.amazonaws.com', 'codewhisperer.*.amazonaws.com', 'runtime.*.kiro.dev'],
  'jetbrains-ai': [
    '*.jetbrains.ai',
    'grazie.ai',
    '*.grazie.ai',
    'grazie.aws.intellij.net',
    'ingrazzio-for-junie-cloud-prod.labs.jb.gg',
  ],
  tabnine: ['*.tabnine.com'],
  // Most prompts go to the hosts of whatever service the user has a key for.
  'continue-cline-byok': ['api.continue.dev', 'api.cline.bot', 'opencode.ai'],
  'augment-code': ['*.augmentcode.com'],
  'sourcegraph-cody-amp': ['cody-gateway.sourcegraph.com', 'ampcode.com'],
  'duck-ai': ['duck.ai'],
  genspark: ['genspark.ai', 'www.genspark.ai'],
  'notion-ai': [],
  'baidu-ernie': ['yiyan.baidu.com', 'chat.baidu.com', 'ernie.baidu.com'],
  'amazon-q-business': ['qbusiness.*.amazonaws.com', 'qbusiness.*.api.aws', '*.chat.qbusiness.*.on.aws'],
}

const SERVICES = new HostPatterns(
  Object.entries(HOSTS).flatMap(([id, hosts]) => hosts.map((host) => [host, id] as const)),
)

/**
 * The AI service that answers at a host, whether or not a proxy reads its traffic.
 * @param host in lower case, without port or trailing dot
 */
export function aiServiceAt(host: string): string | undefined {
  return SERVICES.find(host)
}

/** The patterns of a service's hosts; none where it is not known or has no host of its own. */
export function hostsOfAiService(id: string): readonly string[] {
  return Object.hasOwn(HOSTS, id) ? HOSTS[id as AiServiceId] : []
}
