/**
 * Why a file, or a part of one, was not read (docs/policies.md, "Files"):
 * `media` an image, a recording, a page that is only a picture; `encrypted`; `unsupported` a format that is not read;
 * `broken` cut off, or contradicting itself; `too_large` beyond what a request's files may unpack to; `too_deep` packed too often;
 * `too_many` more entries than are read; `over_budget` out of time; `crashed` its reader broke.
 */
export type FileProblem =
  | 'media'
  | 'encrypted'
  | 'unsupported'
  | 'broken'
  | 'too_large'
  | 'too_deep'
  | 'too_many'
  | 'over_budget'
  | 'crashed'

/** What could be read of one file, with all that is packed in it. */
export interface FileReading {
  /** The text that a person who opens the file sees, in its order. */
  readonly text: string
  /** What else there is to read: names of entries, properties, and what is legible in bytes of unknown formats. */
  readonly context: string
  /** Each kind once. Empty: all of the file was read. */
  readonly problems: readonly FileProblem[]
}

export function unreadFile(...problems: readonly FileProblem[]): FileReading {
  return { text: '', context: '', problems }
}

/** Reads one more file that is packed in another. */
export type ReadInner = (bytes: Buffer) => Promise<void>
