import { Document, parseDocument } from 'yaml'
import { z } from 'zod'
import { toDetails } from '../../api/http/details.ts'
import { WeirError } from '../../core/errors.ts'
import { DETECTORS_MAX, DetectorCreate } from '../../core/model/detector.ts'
import { PolicyCreate } from '../../core/model/policy.ts'

/** The version of the file's form. */
const VERSION = 1
/** More than the bounds of a tenant allow (docs/custom-detectors.md, docs/reference/api-rules.md). */
export const FILE_BYTES_MAX = 64 * 1024 * 1024
const POLICIES_MAX = 10_000
const PROBLEMS_MAX = 20

/** A file of policies and detectors cannot be read, or is not valid. */
export class PoliciesFileError extends WeirError {
  constructor(message: string) {
    super('ERR_POLICIES_FILE', message)
  }
}

const PoliciesFile = z.strictObject({
  version: z.literal(VERSION),
  policies: z.array(PolicyCreate).max(POLICIES_MAX).default([]),
  detectors: z.array(DetectorCreate).max(DETECTORS_MAX).default([]),
})
export type PoliciesFile = z.infer<typeof PoliciesFile>

/**
 * Reads YAML 1.2 (JSON is a part of it) into policies and detectors as POST takes them.
 * @param name of the file, for messages
 * @throws PoliciesFileError that names each place that is wrong; it never holds a value of the file
 */
export function parsePolicies(text: string, name: string): PoliciesFile {
  // Aliases may repeat a text a billion times: a file of policies needs none.
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error !== undefined)
    throw new PoliciesFileError(
      `${name} is no YAML: ${error.code.toLowerCase().replaceAll('_', ' ')} at line ${lineOf(text, error.pos[0])}`,
    )
  const content = contentOf(document, name)
  if (typeof content !== 'object' || content === null || Array.isArray(content) || !('version' in content))
    throw new PoliciesFileError(
      `${name} must begin with "version: ${VERSION}", as "policies export" writes it, with lists named policies and detectors`,
    )
  const parsed = PoliciesFile.safeParse(content)
  if (!parsed.success) {
    const problems = toDetails(parsed.error.issues).slice(0, PROBLEMS_MAX)
    throw new PoliciesFileError(
      `${name} is not valid:\n${problems.map(({ path, message }) => `  ${path}: ${message}\n`).join('')}`.trimEnd(),
    )
  }
  for (const kind of ['policies', 'detectors'] as const) requireUnique(parsed.data[kind], kind, name)
  return parsed.data
}

/** The same file as YAML, every field of it, with a comment ahead. */
export function policiesText(file: PoliciesFile, comment: string): string {
  const document = new Document(file)
  document.commentBefore = comment
  return document.toString({ lineWidth: 120 })
}

function contentOf(document: ReturnType<typeof parseDocument>, name: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 0 })
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error
    throw new PoliciesFileError(`${name} holds an alias (*name), which is not taken here`)
  }
}

function requireUnique(items: readonly { readonly name: string }[], kind: string, file: string): void {
  const names = new Set<string>()
  for (const { name } of items) {
    if (names.has(name)) throw new PoliciesFileError(`${file} has two ${kind} named ${JSON.stringify(name)}`)
    names.add(name)
  }
}

function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
