import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspectChat } from './five-patterns.ts'

const ROOT = join(import.meta.dirname, '../..')

/**
 * Real prose and code that is on every machine where this runs: what the installed packages and this repository say of
 * themselves, and their sources. One sentence repeated would measure the branch predictor instead of a classifier.
 */
const SOURCES = {
  prose: ['docs/**/*.md', 'node_modules/*/README.md', 'node_modules/@*/*/README.md', 'node_modules/*/*.md'],
  code: ['api/**/*.ts', 'core/**/*.ts', 'node_modules/{koa,undici,zod,mongodb,ioredis}/lib/**/*.js'],
} as const

/** Characters of a passage: one paragraph, or a few lines of code. */
const LENGTH = { min: 80, max: 1_200 } as const
/** Of each kind; enough that nothing is met twice in a prompt. */
const MOST_CHARACTERS = 4_000_000

export type Kind = keyof typeof SOURCES

/** Passages without any of the values that the contestants look for, in the same order in every run on the same packages. */
export function readPassages(kind: Kind): readonly string[] {
  const passages: string[] = []
  let characters = 0
  for (const file of SOURCES[kind].flatMap((pattern) => globSync(pattern, { cwd: ROOT }).sort())) {
    for (const passage of readFileSync(join(ROOT, file), 'utf8').split(/\n\s*\n/)) {
      if (passage.length < LENGTH.min || passage.length > LENGTH.max || holdsValue(passage)) continue
      passages.push(passage)
      characters += passage.length
      if (characters >= MOST_CHARACTERS) return passages
    }
  }
  return passages
}

function holdsValue(text: string): boolean {
  return inspectChat(Buffer.from(JSON.stringify({ messages: [{ content: text }] }))).findings > 0
}
