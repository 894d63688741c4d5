import type { ParseResult } from '../body/parse.ts'
import { readGenerically } from './generic.ts'
import type { Operation, Platform, Prompt, RequestTarget } from './platform.ts'
import { textOfQuery } from './query.ts'

/** The operation of requests that are none the platform's file knows. */
export const GENERIC_OPERATION = 'generic'

export interface Reading {
  readonly operation: string
  readonly prompt: Prompt
}

/** Finds the operation and reads its texts; a body that is not of its shape is read generically. The query is read as well. */
export function readPrompt(platform: Platform, target: RequestTarget, parsed: ParseResult): Reading {
  const operation = operationOf(platform, target)
  const prompt = operation?.extract(parsed.body, target) ?? readGenerically(parsed.body)
  const query = textOfQuery(target.query)
  const hidden = query === '' ? parsed.hidden : [...parsed.hidden, query]
  return { operation: operation?.id ?? GENERIC_OPERATION, prompt: withHidden(prompt, hidden) }
}

export function operationOf(platform: Platform, target: RequestTarget): Operation | undefined {
  return platform.operations.find((candidate) => candidate.matches(target))
}

function withHidden(prompt: Prompt, hidden: readonly string[]): Prompt {
  if (hidden.length === 0) return prompt
  return { ...prompt, parts: [...prompt.parts, { role: 'definition', text: hidden.join('\n') }] }
}
