import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Needed } from '../support/optional.ts'
import { GEMINI_ARGS } from './clients-table.ts'

const PACKAGES = join(import.meta.dirname, 'packages/node_modules')

/** A coding agent as its maker distributes it, installed with the other packages that AI services are called with. */
export interface Agent {
  readonly name: string
  readonly program: string
  readonly env: Readonly<Record<string, string>>
  /** Asks this in a new session, or in the last one. */
  ask(prompt: string, isNew: boolean): readonly string[]
}

const CLAUDE = join(PACKAGES, `@anthropic-ai/claude-code-${process.platform}-${process.arch}`, 'claude')
const OPENCODE = join(PACKAGES, 'opencode-linux-x64-baseline/bin/opencode')
const CODEX = join(PACKAGES, '.bin/codex')
const GEMINI = join(PACKAGES, '.bin/gemini')

export const claudeCode: Agent = {
  name: 'Claude Code',
  program: CLAUDE,
  env: { ANTHROPIC_API_KEY: 'fake' },
  ask: (prompt, isNew) => [CLAUDE, ...(isNew ? [] : ['-c']), '-p', prompt],
}

export const codex: Agent = {
  name: 'Codex',
  program: CODEX,
  env: { CODEX_API_KEY: 'fake', OPENAI_API_KEY: 'fake' },
  ask: (prompt, isNew) => [CODEX, 'exec', ...(isNew ? [] : ['resume', '--last']), '--skip-git-repo-check', prompt],
}

export const geminiCli: Agent = {
  name: 'Gemini CLI',
  program: GEMINI,
  env: { GEMINI_API_KEY: 'fake' },
  ask: (prompt, isNew) => [GEMINI, ...(isNew ? [] : ['--resume', 'latest']), ...GEMINI_ARGS, prompt],
}

export const opencode = (model: string): Agent => ({
  name: `opencode with ${model}`,
  program: OPENCODE,
  env: {
    ...{ ANTHROPIC_API_KEY: 'fake', OPENAI_API_KEY: 'fake' },
    ...{ OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  },
  ask: (prompt, isNew) => [OPENCODE, 'run', ...(isNew ? [] : ['-c']), '--model', model, prompt],
})

export const installed = ({ program }: Agent): Needed => ({
  command: 'npm ci --ignore-scripts --prefix test/clients/packages',
  isThere: () => existsSync(program),
})
