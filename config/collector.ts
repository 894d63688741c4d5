import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

interface Collection {
  /** `minor`: of what was made lately, a millisecond or two. `major`: of everything, some ten. */
  readonly type: 'minor' | 'major'
  /** `last-resort`: again and again, until nothing more is found. */
  readonly flavor?: 'regular' | 'last-resort'
}

let collector: ((options: Collection & { readonly execution: 'sync' }) => void) | undefined

/** Has V8 collect garbage now. Its `gc` only a context has that is made while the flag is set; the flag is for that moment alone. */
export function collect(collection: Collection): void {
  if (collector === undefined) {
    setFlagsFromString('--expose-gc')
    collector = runInNewContext('gc') as NonNullable<typeof collector>
    setFlagsFromString('--no-expose-gc')
  }
  collector({ ...collection, execution: 'sync' })
}

/**
 * V8 looks for what was made lately and is not needed any more when 32 MB of buffers were made. By then so much of the allocator's heap was
 * used, which stays; looked for after fewer, in a millisecond or two, the same memory is used again.
 */
const LEFT_BYTES = 8 * 1024 * 1024

/** Since garbage was looked for last, by all of this thread. */
let left = 0

/** Buffers of so many bytes were read and are needed no longer. */
export function leaveBehind(bytes: number): void {
  left += bytes
  if (left < LEFT_BYTES) return
  left = 0
  collect({ type: 'minor' })
}
