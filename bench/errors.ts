/** A failure that is said in one line: a contestant that does not start, or answers something else than the upstream's. */
export class BenchError extends Error {}

/** Wrong arguments; the message is followed by the usage. */
export class UsageError extends Error {}
