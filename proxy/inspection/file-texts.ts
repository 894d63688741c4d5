import type { TextPart } from '../../core/inspect/parts.ts'
import type { FileProblem, FileReading } from '../files/file-reading.ts'
import { type DocumentPart, isDocumentPart } from '../platforms/document-part.ts'
import type { Prompt, Unread } from '../platforms/platform.ts'

/**
 * What is beyond a bound could be read otherwise, and a sender chooses it: it counts as a body beyond the same bound does
 * (WEIR_FAIL_MODE), not as a picture (WEIR_FAIL_MODE_FILES).
 */
const UNREAD: Readonly<Record<FileProblem, Unread>> = {
  media: 'unreadable_file',
  encrypted: 'unreadable_file',
  unsupported: 'unreadable_file',
  broken: 'malformed_file',
  too_large: 'too_large',
  too_deep: 'too_large',
  too_many: 'too_large',
  over_budget: 'over_budget',
  crashed: 'over_budget',
}

/** The files of a prompt, in the order in which their readings are expected. */
export function documentsOf(prompt: Prompt): readonly DocumentPart[] {
  return prompt.parts.filter(isDocumentPart)
}

/** A prompt whose files' texts stand in their places, as far as they could be read, and why the rest could not. */
export interface PromptWithTexts {
  readonly prompt: Prompt
  readonly problems: readonly FileProblem[]
}

/** @param readings of `documentsOf(prompt)`; a file without one was not read at all */
export function withTexts(prompt: Prompt, readings: readonly (FileReading | undefined)[]): PromptWithTexts {
  if (!prompt.parts.some(isDocumentPart)) return { prompt, problems: [] }
  const unread = new Set<Unread>(prompt.unread)
  const problems = new Set<FileProblem>()
  const parts: TextPart[] = []
  const contexts: TextPart[] = []
  let index = 0
  for (const part of prompt.parts) {
    if (!isDocumentPart(part)) {
      parts.push(part)
      continue
    }
    const reading = readings[index++]
    if (reading === undefined || part.unread === 'malformed_file') unread.add(part.unread)
    if (reading === undefined) continue
    for (const problem of reading.problems) {
      problems.add(problem)
      unread.add(UNREAD[problem])
    }
    if (reading.text !== '') parts.push({ role: part.role, text: reading.text })
    if (reading.context !== '') contexts.push({ role: 'definition', text: reading.context })
  }
  return { prompt: { ...prompt, parts: [...parts, ...contexts], unread: [...unread] }, problems: [...problems].sort() }
}
