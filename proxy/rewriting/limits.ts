/** Bounds of answers that are changed as they pass. Sizes are bytes. */
export const rewritingLimits = {
  /** Beyond this the service's side is asked for a pause: what waits for the decoder and for the encoder. */
  waitingBytes: 262_144,
  /** The head of a gzip body, with a file's name and comment. */
  gzipHeadBytes: 4096,
} as const
