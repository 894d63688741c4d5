/** Bounds of what is read of an answer, on a copy. Sizes are bytes, or UTF-16 units of text. */
export const answerLimits = {
  /** An answer in one piece of JSON, as it came. */
  wholeBytes: 2_097_152,
  /** One event of a stream. What is longer is left out: images come in such events. */
  eventBytes: 1_048_576,
  /** What a compressed stream may become. */
  decodedBytes: 67_108_864,
  /** What waits to be decoded. */
  queuedBytes: 1_048_576,
  /** What waits for its turn, as it came. */
  waitingBytes: 2_097_152,
  /** What is read of one answer in a row, a millisecond or so. */
  turnBytes: 32_768,
  /** Of an answer's text what is looked at together, ... */
  window: 32_768,
  /** ... and what of it is looked at again with what follows: no value that is looked for is longer, keys apart. */
  overlap: 1024,
  /** Windows of one answer that wait for their inspection. */
  waitingWindows: 16,
  /** Alternatives, tool calls and reasoning of one answer that come at once, each a text of its own. */
  strands: 32,
  /** Findings of one answer. */
  findings: 1000,
  /** Answers of one WebSocket that are under way. */
  lanes: 64,
  /** What an answer's reading may take without its part of WEIR_HELD_BYTES, and the most that it takes of that. */
  freeBytes: 16_384,
  heldBytes: 1_048_576,
  stepBytes: 65_536,
  /** How long a stop waits for answers that are still being looked at, in milliseconds. */
  stopGrace: 2000,
} as const
