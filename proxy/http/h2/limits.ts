import { limits } from '../../limits.ts'

/** Bounds of one HTTP/2 connection, beyond those that operators may set. In bytes where not said otherwise. */
export const h2Limits = {
  /** Of a header list as RFC 9113 section 6.5.2 counts it, and as a head is bounded in HTTP/1.1. */
  headerListBytes: limits.headerBytes,
  /** Number of fields, pseudo-headers included. */
  headerPairs: 204,
  /** What a peer may send of one body before any of it is read. More would be held for clients that wait for their turn. */
  streamWindow: 262_144,
  /** The same of all bodies of a connection together. What has come is credited at once, so one that waits holds up no other. */
  sessionWindow: 1_048_576,
  /** How much of a body is still read whose request was answered. */
  discardedBytes: 65_536,
  /** Of the framer for one connection, in MB: header tables, header lists, and what waits to be sent. */
  sessionMegabytes: 32,
  /** Fields that we send in one head. */
  sentHeaderBytes: 4 * limits.headerBytes,
  /** Frames that open nothing and carry nothing, before a connection is ended. */
  invalidFrames: 100,
  /** Streams that their client breaks off, requests that are none, pings and settings: at once, and besides that a second. */
  burst: 200,
  rate: 20,
  /** Streams that we have open on one connection to a service, where it allows more. */
  serviceStreams: 100,
  /** Of those on a connection that clients share, what one client may have. */
  clientStreams: 25,
  /**
   * Requests of one client that end with a reset before it gets connections of its own: at once, and besides that a second. Then for
   * how long, in milliseconds, and how many clients are remembered at each service.
   */
  clientResets: 10,
  clientResetRate: 1 / 6,
  apartMs: 600_000,
  clients: 1000,
  /**
   * Resets after which a connection takes no further request: where clients share it, in all, or a few that are more than a share of
   * its requests; where one has it alone. What is under way then may be reset as well, so the least that services count to (Netty's 200
   * in 30 seconds) is more than any of them and serviceStreams together.
   */
  sharedResets: 50,
  fewResets: 8,
  resetShare: 1 / 4,
  ownResets: 90,
  /** A request whose head has a field, or is in all, longer than this is sent on a connection of its client's own. */
  sharedFieldBytes: 4096,
  sharedHeadBytes: 16_384,
  /** And so is one with a longer body, or one whose length is not known. */
  sharedBodyBytes: 262_144,
  /** What a service has to take of bodies at once, on a connection that is to be shared by one more: a frame. */
  sharedWindow: 16_384,
  /** How long a service may take to say how many requests it takes, before it is taken to say nothing. */
  settingsMs: 1000,
  /** As sessionWindow, towards services. */
  serviceWindow: 4_194_304,
  /** As sessionMegabytes, towards services: prompts that wait to be sent are bounded by WEIR_HELD_BYTES. */
  serviceSessionMegabytes: 1024,
  /** Number of 1xx answers before the one that counts. */
  interimAnswers: 16,
  /** How long a service may take to end a stream whose answer was over with its head, in milliseconds. */
  endMs: 1000,
  /** A connection to a service that was silent for longer is asked whether it is alive before it is relied on. */
  silenceMs: 10_000,
  /** How long it has for the answer. */
  pingMs: 10_000,
  /** How long a service that asked for HTTP/1.1 is spoken to in nothing else. */
  h1RequiredMs: 600_000,
  /** Connections one after the other that a service ends before it has answered anything, until HTTP/1.1 is tried, and for how long. */
  fruitless: 2,
  fallbackMs: 60_000,
  /** Services of which is remembered what they speak. */
  origins: 1000,
  /** How long the goodbye of a graceful stop waits for the requests that crossed it, in milliseconds. */
  goodbyeMs: 1000,
} as const
