/** What somebody has filled in. */
export interface ExceptionDraft {
  /** Empty: all policies. */
  readonly policyId: string
  readonly types: readonly string[]
  readonly platformIds: readonly string[]
  readonly userIds: readonly string[]
  /** One value a line. */
  readonly values: string
  readonly reason: string
  readonly owner: string
  /** From now. */
  readonly days: number
}

/** What the API is asked for: a field that narrows nothing is not there. */
interface NewException {
  readonly policy_id?: string
  readonly types?: string[]
  readonly platform_ids?: string[]
  readonly user_ids?: string[]
  readonly values?: string[]
  readonly reason: string
  readonly owner: string
  readonly expires_at: string
}

export const EMPTY: ExceptionDraft = {
  ...{ policyId: '', types: [], platformIds: [], userIds: [], values: '', reason: '', owner: '', days: 7 },
}

const DAY_MS = 86_400_000

/** As the API takes it (docs/policies.md, Exceptions): a field that narrows nothing is left out. */
export function toException(draft: ExceptionDraft, now: number): NewException {
  const values = valuesOf(draft)
  return {
    ...(draft.policyId !== '' && { policy_id: draft.policyId }),
    ...(draft.types.length > 0 && { types: [...draft.types] }),
    ...(draft.platformIds.length > 0 && { platform_ids: [...draft.platformIds] }),
    ...(draft.userIds.length > 0 && { user_ids: [...draft.userIds] }),
    ...(values.length > 0 && { values }),
    reason: draft.reason.trim(),
    owner: draft.owner.trim(),
    expires_at: new Date(now + draft.days * DAY_MS).toISOString(),
  }
}

/** Whether there is enough to ask the API: an exception for everything would be no policy. */
export function isComplete(draft: ExceptionDraft): boolean {
  const isNarrow = draft.types.length + draft.platformIds.length + draft.userIds.length + valuesOf(draft).length > 0
  return isNarrow && draft.reason.trim() !== '' && draft.owner.trim() !== ''
}

function valuesOf({ values }: ExceptionDraft): string[] {
  return values
    .split('\n')
    .map((value) => value.trim())
    .filter((value) => value !== '')
}
