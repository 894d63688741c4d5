import { z } from 'zod'
import { text, UnitInterval } from './common.ts'
import { isTopic, typeNow } from './type-names.ts'

/** EMAIL, PHONE, CREDIT_CARD, ...: an open set of upper-case names (specification, Classification object). */
export const ClassificationType = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Z][A-Z0-9_]*$/, 'must be an upper-case type name, such as CREDIT_CARD')
  .transform(typeNow)

export const Tier = z.union([z.literal(1), z.literal(2), z.literal(3)])
export type Tier = z.infer<typeof Tier>

/** One finding. `start` and `end` are UTF-16 code units into the content, `end` exclusive. */
export const Classification = z
  .strictObject({
    type: ClassificationType,
    value: text(2048).default(''),
    score: UnitInterval,
    start: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
    end: z
      .int()
      .min(0)
      .max(2 ** 31 - 1),
  })
  .refine((c) => c.end >= c.start, { path: ['end'], message: 'must not be less than start' })
export type Classification = z.infer<typeof Classification>

/** Of one interaction. */
export const CLASSIFICATIONS_MAX = 1000
/** As JSON in UTF-8: a thousand masked findings, and no thousand values of two thousand characters. */
export const CLASSIFICATIONS_MAX_BYTES = 131_072
/** No more than these can be too large together, however long their values are. */
const NEVER_TOO_LARGE = 10

export const Classifications = z
  .array(Classification)
  .max(CLASSIFICATIONS_MAX)
  .refine(areBounded, {
    message: `must take at most ${CLASSIFICATIONS_MAX_BYTES} bytes as JSON`,
  })

/** Whether findings take no more than CLASSIFICATIONS_MAX_BYTES. */
export function areBounded(findings: readonly Classification[]): boolean {
  return findings.length <= NEVER_TOO_LARGE || bytesOf(findings) <= CLASSIFICATIONS_MAX_BYTES
}

/** What findings take as JSON. */
export function bytesOf(findings: Classification | readonly Classification[]): number {
  return Buffer.byteLength(JSON.stringify(findings))
}

/** As it is kept and shown: under the name of now, and a topic has nothing that could be masked. */
export function asKept(finding: Classification): Classification {
  if (isTopic(finding)) return finding.value === '' ? finding : { ...finding, value: '' }
  const type = typeNow(finding.type)
  return type === finding.type ? finding : { ...finding, type }
}
