import { Uuid } from '../../core/model/common.ts'
import type { Sender } from '../store/new-names.ts'
import { notFound } from './api-error.ts'
import type { Caller } from './context.ts'

/** An id from the path. A malformed one is no different from an unknown one: 404. */
export function requireId(id: string | undefined, what: string): string {
  const parsed = Uuid.safeParse(id)
  if (!parsed.success) throw notFound(what)
  return parsed.data
}

/** Who did it, as records show it: a user's address, or a service token's name. */
export function callerName(caller: Caller): string {
  return caller.kind === 'user' ? caller.user.email : caller.token.name
}

/** The id of the user or the service token. */
export function callerId(caller: Caller): string {
  return caller.kind === 'user' ? caller.user.id : caller.token.id
}

export function senderOf(caller: Caller): Sender {
  return { id: callerId(caller), name: caller.kind === 'service' ? caller.token.name : null }
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields of a partial update that were sent. */
export function definedFields<T extends object>(update: T): Defined<T> {
  return Object.fromEntries(Object.entries(update).filter(([, value]) => value !== undefined)) as Defined<T>
}
