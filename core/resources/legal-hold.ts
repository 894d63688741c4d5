import { z } from 'zod'
import { Timestamp, text, Uuid } from '../model/common.ts'
import { ADMINS, type Resource } from './resource.ts'

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
  user_id: Uuid.nullable().meta({ description: 'Only records of this person; null covers everyone' }),
  start_date: z.string().nullable().meta({ description: 'Only records from this time on; null has no beginning' }),
  end_date: z.string().nullable().meta({ description: 'Only records up to this time; null has no end' }),
  reason: z.string(),
  owner: z.string().meta({ description: 'Who answers for it' }),
  created_at: z.string(),
})
export type LegalHold = z.infer<typeof LegalHold>

/** Set and lifted on the machine itself (cli/legal-hold.ts): who may erase records does not decide on what must be kept. */
export const LEGAL_HOLDS: Resource<LegalHold> = {
  plural: 'legal_holds',
  singular: 'legal_hold',
  title: 'Legal hold',
  path: '/legal-holds',
  section: { name: 'Legal holds', description: 'What is kept whatever its age and whoever asks for its erasure.' },
  models: { LegalHold },
  stored: LegalHold,
  shown: LegalHold,
  auditDetails: ({ user_id, start_date, end_date, reason, owner }) => ({
    user_id,
    start_date,
    end_date,
    reason,
    owner,
  }),
  operations: {
    list: {
      name: 'listLegalHolds',
      summary: 'List the legal holds, oldest first',
      description:
        'Interactions and alerts under a hold stay whatever their age, and requests to erase them are answered with 409. Holds are set and lifted on the machine itself (`npm run admin -- legal-hold`), so that who may erase records does not decide on what must be kept.',
      access: ADMINS,
      answer: 'A page of legal holds',
    },
  },
}
