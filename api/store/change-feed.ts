import { RESOURCES } from '../../core/resources/all.ts'

/** The kinds of data that processes cache or have acted on, and must read again when another process changes them. */
export const TOPICS: readonly string[] = [
  'users',
  'policies',
  'service_tokens',
  'webhooks',
  'detectors',
  ...RESOURCES.filter(({ notice }) => notice !== undefined).map(({ plural }) => plural),
]
/** One of TOPICS. */
export type Topic = string

export interface Change {
  readonly tenant_id: string
  readonly topic: Topic
}

export type ChangeListener = (change: Change) => void

/** Tells of the changes that other processes make to the same database. */
export interface ChangeFeed {
  /**
   * Calls the listener within half a second of a change; of several at once perhaps one time only, and now and then
   * without any.
   * @returns a function that ends it
   */
  watch(listener: ChangeListener): () => void
}
