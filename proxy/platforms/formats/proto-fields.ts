import type { PartRole } from '../../../core/inspect/parts.ts'
import { ProtoFile } from '../../body/protobuf.ts'
import { step } from '../../body/time-budget.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject, type JsonObject } from '../json-value.ts'

/** Whose text is at a place of a message, such as `1.2.1`; undefined: nobody's, it is left out. */
export type RoleAt = (place: string, text: string) => PartRole | undefined

/** What comes again is a list, and each of it may be a pair. */
const MAX_LISTS = 3

/** Reads every text of a message of protobuf (body/protobuf.ts), each by its place: the numbers of the fields around it. */
export function readFields(parts: PartCollector, message: unknown, roleAt: RoleAt): void {
  const pending: [place: string, value: unknown][] = [['', message]]
  while (pending.length > 0) {
    step()
    const [place, value] = pending.pop() ?? ['', undefined]
    if (typeof value === 'string') {
      const role = roleAt(place, value)
      if (role !== undefined) parts.leaves(role, value)
    } else if (value instanceof ProtoFile) parts.leaves(roleAt(place, '') ?? 'definition', value)
    else if (isArray(value)) {
      const isPair = isTextAndMessage(value)
      // The text is what its place says, unless that is no place of a person's text: then the message is what belongs there.
      const role = isPair ? roleAt(place, value[0]) : undefined
      const besidePlace = role === undefined || role === 'definition' ? place : `${place}?`
      for (const item of value.toReversed()) pending.push([isPair && isObject(item) ? besidePlace : place, item])
    } else if (isObject(value)) {
      for (const [field, inner] of Object.entries(value).toReversed()) {
        pending.push([place === '' ? field : `${place}.${field}`, inner])
      }
    } else parts.leaves('definition', value)
  }
}

/** Whether a list is the two readings of one value; an empty text has none but itself. */
function isTextAndMessage(list: readonly unknown[]): list is readonly [string, JsonObject] {
  return list.length === 2 && typeof list[0] === 'string' && list[0] !== '' && isObject(list[1])
}

/** The values at a place, through lists, and through lists of them: a value that comes again may each time be a text and a message. */
export function valuesAt(message: unknown, place: string): readonly unknown[] {
  let values: readonly unknown[] = [message]
  for (const field of place.split('.')) {
    values = flat(values).flatMap((value) => (isObject(value) ? [value[field]] : []))
  }
  return flat(values).filter((value) => value !== undefined)
}

function flat(values: readonly unknown[]): readonly unknown[] {
  return values.flat(MAX_LISTS)
}
