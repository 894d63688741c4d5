/**
 * Bounds of the proxy that are not settings: they guard against the absurd, and no deployment should have to tune them.
 * Times are milliseconds, sizes bytes.
 */
export const limits = {
  /** ChatGPT's cookies alone pass Node's default of 16 KiB. */
  headerBytes: 65_536,
  headersTimeout: 60_000,
  /** A whole request, body included; long enough for a large upload on a slow line. */
  requestTimeout: 600_000,
  /** An idle kept-alive client connection. Longer than what browsers keep, so that they are the ones to close. */
  clientIdleTimeout: 330_000,
  /** A client that takes nothing of its answer. */
  clientTakingTimeout: 600_000,
  /** A client that has ended its side and is sent nothing: it may wait for its answer, or be gone. */
  halfClosedTimeout: 15_000,
  clientHandshakeTimeout: 15_000,
  upstreamHandshakeTimeout: 15_000,
  /** A reasoning model may stay silent for minutes before its first byte, and between two. */
  upstreamAnswerTimeout: 900_000,
  upstreamIdleTimeout: 30_000,
  /** A whole exchange with a service, however long its answer streams. */
  upstreamExchangeTimeout: 7_200_000,
  /** Requests that wait for a connection to one origin. */
  upstreamWaiting: 4096,
  upstreamWaitingTimeout: 30_000,
  /** How much of a tunnel's first bytes is looked at for the name in a TLS hello. */
  clientHelloBytes: 16_640,
  /** How long a graceful stop waits for requests in flight. */
  shutdownGrace: 25_000,
} as const
