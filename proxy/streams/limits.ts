/** Bounds of a request that is a stream of messages. Times are milliseconds. */
export const streamLimits = {
  /** A client that has said nothing by then waits for the service to speak first: the service is asked. */
  silence: 100,
  /** How long the service may take to end the message that it is sending when the stream is refused. */
  lastMessage: 2000,
} as const
