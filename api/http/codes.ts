import type { Detail } from './api-error.ts'
import { DETAIL_SENTENCES } from './detail-sentences.ts'
import { PROBLEMS } from './problems.ts'

/** What a program, or a reader of another language, needs of a sentence. */
export interface Coded {
  readonly code: string
  /** What stands in the sentence besides its own words; absent where nothing does. */
  readonly params?: Readonly<Record<string, string | number>>
}

/** These are numbers wherever they stand. */
const NUMBERS = new Set(['min', 'max', 'count', 'seconds', 'days', 'hours', 'tier', 'ms', 'length'])
const NUMBER = '(-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)'

/** Of errors without a sentence of their own. */
const BY_STATUS: Readonly<Record<number, string>> = {
  400: 'bad_request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  503: 'unavailable',
}

/**
 * Codes are found by the sentence: the schemas, which refuse most of what is refused, can say nothing but a sentence.
 * test/api/error-codes.test.ts holds that every sentence of the code has one.
 */
class Sentences {
  readonly #plain = new Map<string, string>()
  readonly #templates: { readonly code: string; readonly pattern: RegExp; readonly names: readonly string[] }[] = []

  constructor(sentences: Readonly<Record<string, string>>) {
    for (const [code, sentence] of Object.entries(sentences)) {
      if (!sentence.includes('{')) this.#plain.set(sentence, code)
      else this.#templates.push({ code, ...compiled(sentence) })
    }
  }

  find(sentence: string): Coded | undefined {
    const plain = this.#plain.get(sentence)
    if (plain !== undefined) return { code: plain }
    for (const { code, pattern, names } of this.#templates) {
      const found = pattern.exec(sentence)
      if (found === null) continue
      const params = names.map((name, index) => [name, paramOf(name, found[index + 1] ?? '')] as const)
      return { code, params: Object.fromEntries(params) }
    }
    return undefined
  }
}

function compiled(sentence: string): { readonly pattern: RegExp; readonly names: readonly string[] } {
  const names: string[] = []
  const source = sentence.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return RegExp.escape(part)
    names.push(name)
    return NUMBERS.has(name) ? NUMBER : '([^]*?)'
  })
  return { pattern: new RegExp(`^${source.join('')}$`), names }
}

function paramOf(name: string, text: string): string | number {
  return NUMBERS.has(name) ? Number(text) : text
}

const problems = new Sentences(PROBLEMS)
const details = new Sentences(DETAIL_SENTENCES)

/** The code of an answer with this status that says this. */
export function codeOf(status: number, sentence: string): Coded {
  return problems.find(sentence) ?? { code: BY_STATUS[status] ?? 'error' }
}

export function codedDetail({ path, message }: Detail): Detail & Coded {
  return { path, message, ...(details.find(message) ?? { code: 'invalid' }) }
}
