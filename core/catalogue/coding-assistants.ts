import type { KnownService } from './service.ts'

/** Assistants in editors and terminals. */
export const CODING_ASSISTANTS = [
  {
    id: 'github-copilot',
    name: 'GitHub Copilot',
    category: 'coding_assistant',
    hosts: [
      '*.githubcopilot.com',
      'copilot-proxy.githubusercontent.com',
      'copilot-proxy.*.ghe.com',
      'copilot-api.*.ghe.com',
    ],
  },
  { id: 'cursor', name: 'Cursor', category: 'coding_assistant', hosts: ['*.cursor.sh', 'api.cursor.com'] },
  {
    id: 'windsurf-codeium',
    name: 'Windsurf, Codeium',
    category: 'coding_assistant',
    hosts: ['*.codeium.com', '*.windsurf.com', 'api.devin.ai'],
  },
  // Its prompts go to the Anthropic API.
  { id: 'claude-code', name: 'Claude Code', category: 'coding_assistant', hosts: ['mcp-proxy.anthropic.com'] },
  // It speaks to ChatGPT and the OpenAI API.
  { id: 'codex', name: 'OpenAI Codex', category: 'coding_assistant', hosts: [] },
  {
    id: 'gemini-cli',
    name: 'Gemini CLI, Gemini Code Assist',
    category: 'coding_assistant',
    hosts: [
      'cloudcode-pa.googleapis.com',
      'daily-cloudcode-pa.googleapis.com',
      'daily-cloudcode-pa.sandbox.googleapis.com',
      'cloudaicompanion.googleapis.com',
      'antigravity.googleapis.com',
      'antigravity-pa.googleapis.com',
    ],
  },
  {
    id: 'amazon-q-kiro',
    name: 'Amazon Q Developer, Kiro',
    category: 'coding_assistant',
    hosts: ['q.*.amazonaws.com', 'codewhisperer.*.amazonaws.com', 'runtime.*.kiro.dev'],
  },
  {
    id: 'jetbrains-ai',
    name: 'JetBrains AI Assistant',
    category: 'coding_assistant',
    hosts: [
      '*.jetbrains.ai',
      'grazie.ai',
      '*.grazie.ai',
      'grazie.aws.intellij.net',
      'ingrazzio-for-junie-cloud-prod.labs.jb.gg',
    ],
  },
  { id: 'tabnine', name: 'Tabnine', category: 'coding_assistant', hosts: ['*.tabnine.com'] },
  // Most prompts go to the hosts of whatever service the user has a key for.
  {
    id: 'continue-cline-byok',
    name: 'Continue, Cline, Aider and others',
    category: 'coding_assistant',
    hosts: ['api.continue.dev', 'api.cline.bot', 'opencode.ai'],
  },
  { id: 'augment-code', name: 'Augment Code', category: 'coding_assistant', hosts: ['*.augmentcode.com'] },
  {
    id: 'sourcegraph-cody-amp',
    name: 'Sourcegraph Cody, Amp',
    category: 'coding_assistant',
    hosts: ['cody-gateway.sourcegraph.com', 'ampcode.com'],
  },
] as const satisfies readonly KnownService[]
