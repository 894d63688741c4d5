/** A value that a product writes into its requests by itself. */
export interface OwnWord {
  /** The type it would be found as. */
  readonly type: string
  readonly value: string
  /** It is the product's only as a part of this; anywhere else it is somebody's. Backslashes of JSON within JSON do not count. */
  readonly within?: string
}

export interface OwnWords {
  readonly product: string
  /** The release that was looked at. */
  readonly version: string
  /** When, and where the values were seen. */
  readonly seen: string
  readonly source: string
  readonly words: readonly OwnWord[]
}

/**
 * What coding agents say of themselves: addresses that they sign commits with, and example values of their instructions and tools. Names of
 * models and products are no names of persons at all (core/inspect/data/model-names.ts). An entry is added after a look at the product's
 * real requests, with its source.
 */
export const OWN_WORDS: readonly OwnWords[] = [
  {
    product: 'Claude Code',
    version: '2.1.329',
    seen: '2026-11-22',
    source: 'npm @anthropic-ai/claude-code: reminder about commits in its first request to /v1/messages',
    words: [{ type: 'EMAIL', value: 'noreply@anthropic.com' }],
  },
  {
    product: 'Codex',
    version: '0.169.0',
    seen: '2026-11-22',
    source:
      'npm @openai/codex: definition of its web tool in its first request to /v1/responses; its binary, which signs commits',
    words: [
      { type: 'EMAIL', value: 'noreply@openai.com' },
      { type: 'PERSON_NAME', value: 'Annie Case', within: '"pattern": "Annie Case"' },
    ],
  },
  {
    product: 'Gemini CLI',
    version: '0.61.0',
    seen: '2026-11-22',
    source: 'npm @google/gemini-cli: its bundle; its first requests hold no value',
    words: [{ type: 'EMAIL', value: 'gemini-cli@google.com' }],
  },
  {
    product: 'opencode',
    version: '1.18.33',
    seen: '2026-11-22',
    source: 'npm opencode-ai: its first requests hold no value',
    words: [],
  },
  {
    product: 'aider',
    version: '0.86.2',
    seen: '2026-11-22',
    source: 'PyPI aider-chat: its package, which signs commits; its first request holds no value',
    words: [{ type: 'EMAIL', value: 'aider@aider.chat' }],
  },
]
