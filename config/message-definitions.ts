import { required } from './definition.ts'
import * as parse from './parsers.ts'

const milliseconds = (max: number) => [parse.integer(10, max), `a number of milliseconds from 10 to ${max}`] as const
const count = (max: number) => [parse.integer(1, max), `a number from 1 to ${max}`] as const

/** Messages on WebSockets, answers of AI services, and what people are told beside them. */
export const MESSAGE_DEFINITIONS = {
  answers: required(
    'WEIR_ANSWERS',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: what AI services answer to prompts is inspected on a copy and recorded, never held back. off: it is not looked at',
  ),
  dropBlockedTurns: required(
    'WEIR_DROP_BLOCKED_TURNS',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: a message that a policy refused is left out when its client sends it again as history with a new one, and the person is told. off: such a conversation stays refused',
  ),
  webSocket: required(
    'WEIR_WEBSOCKET',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: each message on a WebSocket of an AI service is inspected. off: WebSockets are refused, so that clients fall back to plain requests',
  ),
  maxWebSockets: required(
    'WEIR_MAX_WEBSOCKETS',
    '2000',
    ...count(1_000_000),
    'the number of inspected WebSockets open at once; one client may have a quarter of them while others wait',
  ),
  webSocketMessageBytes: required(
    'WEIR_WEBSOCKET_MESSAGE_BYTES',
    '16777216',
    parse.integer(1024, 1_073_741_824),
    'a number of bytes from 1024 to 1073741824',
    'the longest message on a WebSocket, with compression undone; a longer one ends it with 1009',
  ),
  webSocketMessagesPerSecond: required(
    'WEIR_WEBSOCKET_MESSAGES_PER_SECOND',
    '200',
    ...count(1_000_000),
    'the messages, pings and pongs that are read from a client on one WebSocket; further ones wait',
  ),
  webSocketHandshakeMs: required(
    'WEIR_WEBSOCKET_HANDSHAKE_MS',
    '15000',
    ...milliseconds(300_000),
    'how long a service may take to agree to a WebSocket',
  ),
  banner: required(
    'WEIR_BANNER',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: pages of web chats show a banner where a policy warns, or blocks and the app cannot say so. off: their HTML is never changed',
  ),
  coachInAnswer: required(
    'WEIR_COACH_IN_ANSWER',
    'off',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: the answer to a prompt that a policy warns of begins with a line that says so, where the answer is text for a person and no banner was shown. off: such answers are not changed',
  ),
  maxBanners: required(
    'WEIR_MAX_BANNERS',
    '10000',
    ...count(1_000_000),
    'the number of browsers that listen for notices at once, one per person and site; pages beyond it show no banner',
  ),
} as const
