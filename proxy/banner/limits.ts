/** Bounds of the banner that no deployment should have to tune. Times are milliseconds, sizes bytes. */
export const bannerLimits = {
  /** How much of a document is searched for its head. */
  searchedBytes: 65_536,
  /** How often it is searched, each time from the beginning, as more of it comes. */
  searches: 64,
  /** A person is told once of a policy in this time. */
  repeatMs: 30_000,
  /** How long a notice waits for a page to listen. */
  keptMs: 30_000,
  keptNotices: 4,
  /** What one person was told of is remembered, up to this. */
  toldOfOne: 64,
  /** People of whom something is remembered. */
  people: 16_384,
  /** Pages of one person that listen at once: browsers share one stream between their pages. */
  streamsOfOne: 8,
  /** Something is sent on a stream, so that nobody on the way takes it for dead. */
  heartbeatMs: 25_000,
  /** A stream ends then, and the browser opens another: with the cookie that it has by now, at the worker of its connection. */
  streamMs: 300_000,
  /** What a page may send with a reason. */
  reasonBytes: 16_384,
  /** In UTF-16 code units. */
  reasonMin: 10,
  reasonMax: 1000,
  /** How long a question can be answered, and how long its prompt may then be sent. */
  reasonMs: 600_000,
} as const
