/**
 * Bounds of the proxy that are not settings: they guard against the absurd, and no deployment should have to tune them.
 * Times are milliseconds, sizes bytes.
 */
export const limits = {
  /** ChatGPT's cookies alone pass Node's default of 16 KiB. */
  headerBytes: 65_536,
  /** A client that takes nothing of its answer. */
  clientTakingTimeout: 600_000,
  /** A client that has ended its side before anything was answered: it may wait, but nearly all are gone, and the service works in vain. */
  halfClosedTimeout: 2000,
  /** The same between two pieces of its answer: if it is gone, sending the next one shows it. */
  halfClosedPauseTimeout: 15_000,
  /** How much of a tunnel's first bytes is looked at for the name in a TLS hello. */
  clientHelloBytes: 16_640,
  /** Questions to the API, at once and of all workers, who a client is. */
  identityChecks: 16,
  /** What the contents of all requests may be unfolded to in the threads of one process; half of WEIR_HELD_BYTES where that is more. */
  unfoldedBytes: 33_554_432,
  /** How long a balancer may take for the header of the PROXY protocol, which comes with the connection. */
  announcementMs: 5000,
} as const
