/** Bounds of an inspected WebSocket that are not settings. Times are milliseconds, sizes bytes. */
export const socketLimits = {
  /** Frames that one message may be cut into. */
  fragments: 16_384,
  /** Pieces of the connection that the reader keeps while a frame is not whole. */
  bufferedPieces: 65_536,
  /** What is given to the reader at a time where frames are compressed: deflate makes at most a thousandfold of it. */
  compressedSlice: 4096,
  /** What is unfolded of a compressed frame before there has to be room for it. */
  unfoldedPiece: 16_384,
  /** What a connection may hold without taking its part of WEIR_HELD_BYTES. */
  freeBytes: 16_384,
  /** The room that is taken at a time. */
  stepBytes: 65_536,
  /** What may wait to be taken by one side before the other side is not read from any more. */
  waitingBytes: 65_536,
  /** Shorter messages are not compressed: it costs more than it saves. */
  compressFrom: 1024,
  /** How long each side has to answer a close frame, and to end its connection behind it. */
  closeGrace: 5000,
  /** The same when the proxy stops. */
  stopGrace: 1000,
  /** How much further than WEIR_WEBSOCKET_MESSAGES_PER_SECOND a client may go at once: what N seconds allow. */
  burstSeconds: 2,
  /** RFC 6455 section 5.5: what a control frame holds, without the status code. */
  closeReasonBytes: 123,
} as const
