import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import RE2 from 're2'
import { classify } from '../../core/inspect/classify.ts'
import type { Span } from './corpora.ts'

/** Runs in this process, on one text at a time. */
export interface Contestant {
  readonly name: string
  /** Another process or machine does the work: its CPU time cannot be told. */
  readonly isRemote?: true
  /** Where it finds secrets: keys, tokens, passwords. */
  find(text: string): readonly Span[] | Promise<readonly Span[]>
}

const SECRETS: ReadonlySet<string> = new Set(['API_KEY', 'SECRET'])

function weir(tier: 1 | 2): Contestant {
  return {
    name: tier === 1 ? 'weir, tier 1' : 'weir, tiers 1+2',
    find: (text) => classify(text, { tier }).classifications.filter(({ type }) => SECRETS.has(type)),
  }
}

export const WEIR: readonly Contestant[] = [weir(1), weir(2)]

/** What anybody would begin with: mail addresses, phones, accounts, cards and keys, in one pass, and not even where they stand. */
const FIVE_PATTERNS = [
  '[\\w.%+-]{1,64}@[\\w-]{1,63}(?:\\.[\\w-]{1,63})+',
  '(?:\\+|\\b00)\\d{1,3}(?:[ .-]?\\d){8,11}\\b|\\b0[1-9](?:[ .-]?\\d{2}){4}\\b',
  '\\b[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){3,7}(?: ?[A-Z0-9]{1,3})?\\b',
  '\\b(?:\\d[ -]?){13,18}\\d\\b',
  '(?:ghp_|sk-|AKIA)[0-9A-Za-z]{16,}',
]

export function re2Set(): Contestant {
  const set = new RE2.Set(FIVE_PATTERNS)
  return {
    name: 'RE2.Set, five patterns',
    find(text) {
      set.match(text)
      return []
    },
  }
}

interface Secretlint {
  lintSource(request: {
    source: { filePath: string; content: string; ext: string; contentType: 'text' }
    options: { config: { rules: { id: string; rule: unknown }[] }; noPhysicFilePath: true }
  }): Promise<{ messages: { range: readonly [number, number] }[] }>
}

/** The linter with its recommended rules. Loaded when asked for: its packages are of bench/ alone (install.ts). */
export async function secretlint(): Promise<Contestant> {
  const require = createRequire(import.meta.url)
  const load = (name: string): Promise<unknown> => import(pathToFileURL(require.resolve(name)).href)
  const { lintSource } = (await load('@secretlint/core')) as Secretlint
  const { creator } = (await load('@secretlint/secretlint-rule-preset-recommend')) as { creator: unknown }
  const config = { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] }
  return {
    name: 'secretlint',
    async find(content) {
      const source = { filePath: 'prompt.txt', content, ext: '.txt', contentType: 'text' } as const
      const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } })
      return messages.map(({ range: [start, end] }) => ({ start, end }))
    },
  }
}
