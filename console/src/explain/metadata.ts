import type { InteractionListItem } from '../../../core/model/interaction.ts'
import { shortId } from '../text/short-id.ts'

/** Metadata is free-form: what is no text is shown as none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Who sent it, as far as it is known: a user, the name the proxy was given, or the client's address. */
export function whoOf({
  user_id,
  user_name,
  content_metadata,
}: Pick<InteractionListItem, 'user_id' | 'user_name' | 'content_metadata'>): string {
  const { user, client_address, client } = content_metadata
  return (
    textOf(user_name) ||
    textOf(user) ||
    (user_id === null ? '' : shortId(user_id)) ||
    textOf(client_address) ||
    textOf(client)
  )
}

/** Why a prompt that no policy refused was not sent on, by the proxy's code; undefined if it was, or nobody knows. */
export function notDelivered({
  enforced_action,
  content_metadata,
}: Pick<InteractionListItem, 'enforced_action' | 'content_metadata'>): string | undefined {
  const { not_delivered } = content_metadata
  return enforced_action !== 'block' && typeof not_delivered === 'string' ? not_delivered : undefined
}

export interface Inspection {
  readonly status: string
  readonly reason: string
  /** What kept files, or parts of them, from being read: codes of the proxy. */
  readonly files: readonly string[]
}

export function inspectionOf(metadata: Readonly<Record<string, unknown>>): Inspection | undefined {
  const { inspection } = metadata
  if (typeof inspection !== 'object' || inspection === null) return undefined
  const { status, reason, files } = inspection as { status?: unknown; reason?: unknown; files?: unknown }
  const unread = Array.isArray(files) ? files.filter((file) => typeof file === 'string') : []
  return { status: textOf(status), reason: textOf(reason), files: unread }
}

/** What a person answered to a policy that asks for a reason, with every finding in it masked; undefined if nobody was asked. */
export function reasonGiven({
  justification,
}: Readonly<Record<string, unknown>>):
  | { readonly text: string; readonly at: string | undefined; readonly isOfProgram: boolean }
  | undefined {
  if (typeof justification !== 'object' || justification === null) return undefined
  const { reason, given_at, given_by } = justification as Readonly<Record<string, unknown>>
  const at = textOf(given_at)
  return {
    text: textOf(reason),
    at: Number.isNaN(Date.parse(at)) ? undefined : at,
    isOfProgram: given_by === 'program',
  }
}
