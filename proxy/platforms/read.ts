import type { ParseResult } from '../body/parse.ts'
import { readGenerically } from './generic.ts'
import { normalisePath } from './path.ts'
import type { Operation, ParsedBody, Platform, Prompt, RequestTarget } from './platform.ts'
import { textOfQuery } from './query.ts'

/** The operation of requests that are none the platform's file knows. */
export const GENERIC_OPERATION = 'generic'

export interface Reading {
  readonly operation: string
  /** Whether the request is judged and recorded also where it holds no text: see Operation. */
  readonly isPrompt: boolean
  readonly prompt: Prompt
}

/** Finds the operation and reads its texts; a body that is not of its shape is read generically. The query is read as well. */
export function readPrompt(platform: Platform, target: RequestTarget, parsed: ParseResult): Reading {
  const operation = operationOf(platform, target)
  const prompt =
    operation?.extract(parsed.body, normalised(target)) ?? readOutOfShape(parsed.body, operation?.isPrompt === true)
  const query = textOfQuery(target.query)
  const hidden = query === '' ? parsed.hidden : [...parsed.hidden, query]
  return {
    operation: operation?.id ?? GENERIC_OPERATION,
    isPrompt: operation?.isPrompt === true && parsed.body.kind !== 'empty',
    prompt: withHidden(prompt, hidden),
  }
}

/** Bytes of no known format, where an operation has a format of its own, are no file: something encodes a prompt. */
function readOutOfShape(body: ParsedBody, hasFormat: boolean): Prompt {
  const prompt = readGenerically(body)
  if (!hasFormat || body.kind !== 'binary' || body.file.recognised) return prompt
  return { ...prompt, unread: ['unknown_encoding'] }
}

export function operationOf(platform: Platform, target: RequestTarget): Operation | undefined {
  const normal = normalised(target)
  return platform.operations.find((candidate) => candidate.matches(normal))
}

/** As servers read it: another spelling of a path must not lead around its operation. What is forwarded stays as it came. */
function normalised(target: RequestTarget): RequestTarget {
  const path = normalisePath(target.path)
  return path === target.path ? target : { ...target, path }
}

function withHidden(prompt: Prompt, hidden: readonly string[]): Prompt {
  if (hidden.length === 0) return prompt
  return { ...prompt, parts: [...prompt.parts, { role: 'definition', text: hidden.join('\n') }] }
}
