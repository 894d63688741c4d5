import { once as nextEvent } from 'node:events'

/** Of a machine that has other things to do as well. */
export const PATIENCE_MS = 45_000

/**
 * What the next event of that name brings, as `once` of node:events has it, but with a deadline: an event that does not come fails the
 * test that waits for it, and says which one it was, instead of holding up the file until ava ends it. The deadline begins with the
 * call: nothing for the end of a process that lives as long as its test.
 */
export async function once(
  emitter: NodeJS.EventEmitter,
  name: string,
  patienceMs = PATIENCE_MS,
): ReturnType<typeof nextEvent> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), patienceMs)
  try {
    return await nextEvent(emitter, name, { signal: over.signal })
  } catch (error) {
    if (!over.signal.aborted) throw error
    throw new Error(`waited ${patienceMs} ms for "${name}" of ${emitter.constructor.name}`, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
