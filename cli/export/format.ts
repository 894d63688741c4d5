import { z } from 'zod'

/**
 * The file of an export (docs/auditors.md): JSON Lines, one record a line, part after part. The line before the last is the
 * manifest, the last one its signature. The lines of a part begin alike, so that `grep` finds them.
 */
export const FORMAT = 'weir-export'
export const FORMAT_VERSION = 1
/** In their order in the file. */
export const PARTS = ['interactions', 'alerts', 'policy_versions', 'audit_log'] as const
export type Part = (typeof PARTS)[number]

export const MANIFEST_BEGIN = '{"manifest":'
export const SIGNATURE_BEGIN = '{"signature":'

export function beginOf(part: Part): string {
  return `{"part":"${part}","record":`
}

/** Without the line end. */
export function lineOf(part: Part, record: unknown): string {
  return `${beginOf(part)}${JSON.stringify(record)}}`
}

const Digest = z.string().regex(/^[0-9a-f]{64}$/)
const PublicKey = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
const Count = z.int().min(0)

export const Manifest = z.object({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  id: z.string(),
  weir_version: z.string(),
  created_at: z.string(),
  installation: z.object({ url: z.string().nullable(), key_id: z.string(), public_key: PublicKey }),
  tenant: z.object({ id: z.string(), name: z.string() }),
  /** Both inclusive. */
  period: z.object({ from: z.string(), to: z.string() }),
  parts: z.array(z.object({ name: z.enum(PARTS), records: Count, sha256: Digest })),
  audit_log: z.object({
    /** The number of the first exported entry in the tenant's log, from 1; null where none is in the period. */
    first_number: Count.nullable(),
    last_number: Count.nullable(),
    /** The hash of the entry before the first one. */
    prev_hash: Digest,
    last_hash: Digest,
    /** Where the whole log ended; `valid` is of the whole log, which the installation's own keys seal. */
    head: z.object({ entries: Count, hash: Digest }),
    valid: z.boolean(),
    first_invalid: z.string().optional(),
    expected_entries: Count.optional(),
  }),
})
export type Manifest = z.infer<typeof Manifest>

export const Signature = z.object({
  algorithm: z.literal('Ed25519'),
  key_id: z.string(),
  /** The 32 bytes of RFC 8032, in base64url. */
  public_key: PublicKey,
  /** The 64 bytes of RFC 8032, in base64, over the line of the manifest without its line end. */
  value: z.string().regex(/^[A-Za-z0-9+/]{86}==$/),
})
export type Signature = z.infer<typeof Signature>
