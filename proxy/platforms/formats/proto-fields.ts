import type { PartRole } from '../../../core/inspect/parts.ts'
import { step } from '../../body/time-budget.ts'
import type { PartCollector } from '../collect.ts'
import { isArray, isObject } from '../json-value.ts'

/** Whose text is at a place of a message, such as `1.2.1`; undefined: nobody's, it is left out. */
export type RoleAt = (place: string, text: string) => PartRole | undefined

/** Reads every text of a message of protobuf (body/protobuf.ts), each by its place: the numbers of the fields around it. */
export function readFields(parts: PartCollector, message: unknown, roleAt: RoleAt): void {
  const pending: [place: string, value: unknown][] = [['', message]]
  while (pending.length > 0) {
    step()
    const [place, value] = pending.pop() ?? ['', undefined]
    if (typeof value === 'string') {
      const role = roleAt(place, value)
      if (role !== undefined) parts.leaves(role, value)
    } else if (isArray(value)) {
      // A value that is a text and a message at once comes as a list of both: the text is what its place says.
      for (const item of value.toReversed()) pending.push([isReading(value, item) ? `${place}?` : place, item])
    } else if (isObject(value)) {
      for (const [field, inner] of Object.entries(value).toReversed()) {
        pending.push([place === '' ? field : `${place}.${field}`, inner])
      }
    } else parts.leaves('definition', value)
  }
}

/** Whether an item is the second reading of the text before it. */
function isReading(list: readonly unknown[], item: unknown): boolean {
  return list.length === 2 && typeof list[0] === 'string' && item === list[1] && isObject(item)
}

/** The values at a place, through lists. */
export function valuesAt(message: unknown, place: string): readonly unknown[] {
  let values: readonly unknown[] = [message]
  for (const field of place.split('.')) {
    values = values
      .flatMap((value) => (isArray(value) ? value : [value]))
      .flatMap((value) => (isObject(value) ? [value[field]] : []))
  }
  return values.flatMap((value) => (isArray(value) ? value : [value])).filter((value) => value !== undefined)
}
