import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { headText } from '../../api/audit/head-text.ts'
import type { Call, Command } from '../command.ts'
import { UsageError } from '../errors.ts'
import { InvalidExportError } from './errors.ts'
import { MANIFEST_BEGIN, Manifest, SIGNATURE_BEGIN, Signature } from './format.ts'
import { type Line, linesOf } from './lines.ts'
import { FoundParts } from './parts.ts'
import { canonical, isSignedBy, readPublicKeys } from './signing.ts'

/** Of a file that is something else altogether, the first ones say enough. */
const STRAY_LINES_MAX = 10

export const verifyExport: Command = {
  name: 'verify-export',
  summary:
    'Checks that an export is whole, unchanged and signed, and says what is wrong with it. It needs no database. Without --public-key it cannot say whose signature it is.',
  operand: { value: 'FILE', meaning: 'a file that export wrote' },
  options: [
    {
      name: 'public-key',
      value: 'KEY',
      meaning: 'the key that it must be signed with, as export-key prints it, or a file of such keys',
    },
  ],
  needsDatabase: false,
  run: async (call) => {
    const trusted = trustedKeys(call)
    const { problems, manifest, signature } = await check(resolve(call.cwd, call.operand), trusted)
    const json = { valid: problems.length === 0, problems, key_checked: trusted !== undefined, manifest, signature }
    if (problems.length > 0) return { text: '', json, failure: new InvalidExportError(problems) }
    return { text: textOf(manifest, signature, trusted !== undefined), json }
  },
}

interface Checked {
  readonly problems: string[]
  readonly manifest?: Manifest | undefined
  readonly signature?: Signature | undefined
}

/** @param trusted any key if it is undefined */
async function check(path: string, trusted: readonly string[] | undefined): Promise<Checked> {
  const parts = new FoundParts()
  const strays: number[] = []
  let manifestLine: Line | undefined
  let signatureLine: Line | undefined
  for await (const line of linesOf(path)) {
    // What is signed ends with the manifest: nothing may stand behind it but the signature.
    const isEnd = manifestLine !== undefined
    if (!isEnd && begins(line, MANIFEST_BEGIN)) manifestLine = line
    else if (isEnd && signatureLine === undefined && begins(line, SIGNATURE_BEGIN)) signatureLine = line
    else if (isEnd || !line.ended || !parts.add(line.bytes)) strays.push(line.number)
    if (strays.length === STRAY_LINES_MAX) break
  }
  const problems = strays.map((number) => `Line ${number} belongs to no part of an export`)
  if (manifestLine === undefined) return { problems: [...problems, 'The manifest is missing: no export, or cut off'] }
  const manifest = read(manifestLine, 'manifest', Manifest)
  if (manifest === undefined) problems.push('The manifest is none of an export that this release knows')
  else if (strays.length < STRAY_LINES_MAX) problems.push(...parts.problems(manifest))
  if (manifest?.audit_log.valid === false) {
    const where = manifest.audit_log.first_invalid
    problems.push(
      where === undefined
        ? 'The audit log had been cut off when the export was made'
        : `The audit log had been changed when the export was made: entry ${where} did not follow`,
    )
  }
  const signature = signatureLine && read(signatureLine, 'signature', Signature)
  if (signature === undefined) problems.push('The signature is missing or is none')
  else problems.push(...signatureProblems(manifestLine.bytes, manifest, signature, trusted))
  return { problems, manifest, signature }
}

function signatureProblems(
  line: Buffer,
  manifest: Manifest | undefined,
  signature: Signature,
  trusted: readonly string[] | undefined,
): string[] {
  const key = canonical(signature.public_key)
  const problems: string[] = []
  if (trusted?.includes(key) === false) {
    problems.push(`Signed with another key than the given one: ${signature.key_id} ${key}`)
  }
  if (manifest !== undefined) {
    const { key_id, public_key } = manifest.installation
    if (key_id !== signature.key_id || canonical(public_key) !== key) {
      problems.push('The signature names another key than the manifest')
    }
  }
  if (!isSignedBy(line, signature, key)) {
    problems.push('The signature is wrong: the manifest was changed, or was not signed with this key')
  }
  return problems
}

function begins({ bytes }: Line, text: string): boolean {
  return bytes.subarray(0, text.length).equals(Buffer.from(text))
}

function read<T>({ bytes }: Line, name: string, model: z.ZodType<T>): T | undefined {
  try {
    return model.safeParse((JSON.parse(bytes.toString()) as Readonly<Record<string, unknown>>)[name]).data
  } catch {
    // What is no JSON is no manifest and no signature either, which the caller says.
    return undefined
  }
}

/** @throws UsageError */
function trustedKeys(call: Call): string[] | undefined {
  const given = call.optional('public-key')
  if (given === undefined) return undefined
  const path = resolve(call.cwd, given)
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true
  const keys = readPublicKeys(isFile ? readFileSync(path, 'utf8') : given)
  if (keys.length === 0) throw new UsageError('--public-key: is no key of export-key, and no file of one')
  return keys
}

function textOf(manifest: Manifest | undefined, signature: Signature | undefined, isKnown: boolean): string {
  if (manifest === undefined || signature === undefined) return ''
  const { tenant, period, parts, created_at, audit_log: log } = manifest
  const counts = parts.map(({ name, records }) => `${name}: ${records}\n`).join('')
  const compare = isKnown ? '' : 'Compare this key with the one that the installation gave you, or give --public-key.\n'
  return `valid: tenant ${tenant.name}, ${period.from} to ${period.to}, made ${created_at}
${counts}audit log: entries ${log.first_number ?? '-'} to ${log.last_number ?? '-'}; the whole log ended with ${headText({ tenant_id: tenant.id, ...log.head })}
signed with key ${signature.key_id} ${signature.public_key}
${compare}`
}
