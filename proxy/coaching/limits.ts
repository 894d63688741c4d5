/** Bounds of lines in answers. Sizes are bytes. */
export const coachingLimits = {
  /** One JSON value or line of an answer that is still to come whole: a longer one, and all behind it, passes as it is. */
  valueBytes: 262_144,
  /** Lines or JSON values of an answer that are looked at for a text, and their bytes: far more than models think before they speak. */
  stretches: 524_288,
  lookedAtBytes: 67_108_864,
  /** What an answer may hold of that without its part of WEIR_HELD_BYTES. */
  freeBytes: 16_384,
  /** Longer requests are not looked at for what their answer is for: this is done on the thread that serves everyone. */
  requestBytes: 1_048_576,
  /** An answer that may be no longer is a title or a label. */
  shortAnswerTokens: 32,
} as const
