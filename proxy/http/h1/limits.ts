import { limits } from '../../limits.ts'

/** Bounds of one message, beyond those that operators may set. In bytes where not said otherwise. */
export const h1Limits = {
  /** Of a head, start line included. */
  headBytes: limits.headerBytes,
  targetBytes: 32_768,
  /** Number of fields; web apps send some 40. */
  fields: 200,
  /** Of the Connection field: what it names is parsed and looked up on the thread that serves everyone. */
  connectionBytes: 4096,
  /** Of one chunk's line: size and extensions. */
  chunkLineBytes: 1024,
  /** Of all chunk extensions of a body: nobody sends any. */
  chunkExtensionBytes: 16_384,
  trailerBytes: 16_384,
  /** Number of 1xx answers before the one that counts. */
  interimAnswers: 16,
  /** What is read of the next request while one is answered. */
  pipelinedBytes: 4_096,
} as const
