import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
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
