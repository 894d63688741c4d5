import { z } from 'zod'
import { Timestamp, text, Uuid } from './common.ts'

const said = (max: number) => text(max, 1).refine((value) => value.trim() !== '', 'must not be blank')

/** What must be kept, whatever its age and whoever asks for its erasure (docs/reference/api-rules.md, Legal holds). */
export const LegalHoldCreate = z
  .strictObject({
    /** Of one person only; null for everyone. */
    user_id: Uuid.nullable(),
    /** By the time of the record, both inclusive; null where there is no such end. */
    start_date: Timestamp.nullable(),
    end_date: Timestamp.nullable(),
    reason: said(1000),
    owner: said(200),
  })
  .refine(({ start_date, end_date }) => start_date === null || end_date === null || start_date <= end_date, {
    path: ['end_date'],
    message: 'must not be before start_date',
  })

export const LegalHold = z.strictObject({
  id: Uuid,
  user_id: Uuid.nullable(),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  reason: z.string(),
  owner: z.string(),
  created_at: z.string(),
})
export type LegalHold = z.infer<typeof LegalHold>

export interface Holdable {
  readonly user_id?: string | null | undefined
  readonly timestamp: string
}

/** The first hold that a record is under. */
export function holdOn<H extends LegalHold>(holds: readonly H[], { user_id, timestamp }: Holdable): H | undefined {
  return holds.find(
    (hold) =>
      (hold.user_id === null || hold.user_id === user_id) &&
      (hold.start_date === null || hold.start_date <= timestamp) &&
      (hold.end_date === null || timestamp <= hold.end_date),
  )
}
