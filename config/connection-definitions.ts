import { optional, required } from './definition.ts'
import * as parse from './parsers.ts'

const milliseconds = (max: number) => [parse.integer(10, max), `a number of milliseconds from 10 to ${max}`] as const
const count = (max: number) => [parse.integer(1, max), `a number from 1 to ${max}`] as const

/** Loopback, and the ranges that are on no public network. */
export const LOOPBACK_AND_PRIVATE = '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7,fe80::/10'

/** Who may use the proxy, where it may lead, what its clients may hold at once, and how long each stage may take. */
export const CONNECTION_DEFINITIONS = {
  transparentPort: optional(
    'WEIR_TRANSPARENT_PORT',
    parse.port,
    'a port from 0 to 65535; 0 picks a free one',
    'a second port of the proxy, for traffic that the network redirects to it: TLS is routed by its server name, plain HTTP by Host. Its clients are known by address only',
  ),
  proxyProtocol: required(
    'WEIR_PROXY_PROTOCOL',
    'off',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: connections from WEIR_TRUSTED_PROXIES begin with the PROXY protocol, version 1 or 2, which gives the address of the client',
  ),
  clientAllowCidrs: required(
    'WEIR_CLIENT_ALLOW_CIDRS',
    LOOPBACK_AND_PRIVATE,
    parse.list(parse.cidr),
    'a comma-separated list of CIDRs or addresses, such as 10.0.0.0/8,::1',
    'the addresses of clients that may use the proxy; others are refused with 403',
  ),
  connectPorts: required(
    'WEIR_CONNECT_PORTS',
    '443,80,1024-65535',
    parse.list(parse.portRange),
    'a comma-separated list of ports and ranges of ports, such as 443,8000-8999',
    'the ports that clients may CONNECT to',
  ),
  heldBytes: required(
    'WEIR_HELD_BYTES',
    'auto',
    parse.heldBytes,
    'a number of bytes from 65536 to 1099511627776, or auto',
    'the bytes of requests and messages, and of what they unfold to, held at once for all clients; one client may hold a quarter of them while others wait. auto is 268435456, or a quarter of what memory the process may use if that is less',
  ),
  maxTunnels: required('WEIR_MAX_TUNNELS', '10000', ...count(10_000_000), 'the number of tunnels open at once'),
  maxRequests: required(
    'WEIR_MAX_REQUESTS',
    '4000',
    ...count(10_000_000),
    'the number of requests in progress at once',
  ),
  maxLookups: required(
    'WEIR_MAX_LOOKUPS',
    '48',
    ...count(1000),
    'the number of host names resolved at once in each process; never more than three quarters of UV_THREADPOOL_SIZE',
  ),
  maxHandshakes: required(
    'WEIR_MAX_HANDSHAKES',
    '256',
    ...count(1_000_000),
    'the number of TLS handshakes with clients at once',
  ),
  maxWaiting: required(
    'WEIR_MAX_WAITING',
    '10000',
    ...count(10_000_000),
    'the number of requests and tunnels that may wait because a limit is reached; further ones are refused with 503',
  ),
  admissionWaitMs: required(
    'WEIR_ADMISSION_WAIT_MS',
    '30000',
    ...milliseconds(600_000),
    'how long a request or a tunnel waits for a limit before it is refused with 503',
  ),
  admissionStallMs: required(
    'WEIR_ADMISSION_STALL_MS',
    '5000',
    ...milliseconds(600_000),
    'while others wait, a request without progress for this long is ended if its client holds more than its share',
  ),
  lookupTimeoutMs: required(
    'WEIR_LOOKUP_TIMEOUT_MS',
    '5000',
    ...milliseconds(60_000),
    'how long resolving a host name may take',
  ),
  connectTimeoutMs: required(
    'WEIR_CONNECT_TIMEOUT_MS',
    '10000',
    ...milliseconds(300_000),
    'how long connecting to a destination may take, for all of its addresses together',
  ),
  upstreamConnections: required(
    'WEIR_UPSTREAM_CONNECTIONS',
    '1024',
    ...count(1_000_000),
    'the number of connections that each process opens to one AI service; requests beyond it wait for one',
  ),
  upstreamWaiting: required(
    'WEIR_UPSTREAM_WAITING',
    '4096',
    ...count(1_000_000),
    'the number of requests in each process that may wait for a connection to one AI service; further ones are refused with 503',
  ),
  upstreamHandshakeMs: required(
    'WEIR_UPSTREAM_HANDSHAKE_MS',
    '15000',
    ...milliseconds(300_000),
    'how long a TLS handshake with a destination may take',
  ),
  upstreamIdleMs: required(
    'WEIR_UPSTREAM_IDLE_MS',
    '30000',
    ...milliseconds(3_600_000),
    'how long an unused connection to a destination is kept open',
  ),
  upstreamLifeMs: required(
    'WEIR_UPSTREAM_LIFE_MS',
    '3600000',
    ...milliseconds(86_400_000),
    'how long a connection to an AI service gets further requests, so that changed addresses and certificates are noticed',
  ),
  // A reasoning model may stay silent for minutes before its first byte, and between two.
  upstreamAnswerMs: required(
    'WEIR_UPSTREAM_ANSWER_MS',
    '900000',
    ...milliseconds(86_400_000),
    'how long a destination may be silent before the first byte of its answer and between two',
  ),
  upstreamExchangeMs: required(
    'WEIR_UPSTREAM_EXCHANGE_MS',
    '7200000',
    ...milliseconds(86_400_000),
    'how long a whole exchange with an AI service may take, request and answer together',
  ),
  clientHandshakeMs: required(
    'WEIR_CLIENT_HANDSHAKE_MS',
    '15000',
    ...milliseconds(300_000),
    'how long a client may take to begin its TLS handshake after CONNECT, and again to finish it',
  ),
  clientHeadMs: required(
    'WEIR_CLIENT_HEAD_MS',
    '60000',
    ...milliseconds(3_600_000),
    'how long a client may take to send the head of a request',
  ),
  // Long enough for a large upload on a slow line.
  clientBodyMs: required(
    'WEIR_CLIENT_BODY_MS',
    '600000',
    ...milliseconds(86_400_000),
    'how long a client may take to send the body of a request',
  ),
  // Longer than what browsers keep, so that they are the ones to close.
  clientIdleMs: required(
    'WEIR_CLIENT_IDLE_MS',
    '330000',
    ...milliseconds(86_400_000),
    'how long a connection of a client is kept open between two requests',
  ),
  http2: required(
    'WEIR_HTTP2',
    'on',
    parse.oneOf('on', 'off'),
    'on or off',
    'on: HTTP/2 or HTTP/1.1 inside intercepted connections and with AI services, as they choose. off: HTTP/1.1 only',
  ),
  http2Streams: required(
    'WEIR_HTTP2_STREAMS',
    '100',
    ...count(10_000),
    'the number of requests that a client may have in progress on one HTTP/2 connection',
  ),
  tunnelIdleMs: required(
    'WEIR_TUNNEL_IDLE_MS',
    '600000',
    ...milliseconds(86_400_000),
    'a tunnel is closed after this time without a byte in either direction',
  ),
  stopGraceMs: required(
    'WEIR_STOP_GRACE_MS',
    '5000',
    ...milliseconds(600_000),
    'how long answers in progress may go on when the proxy stops; WebSockets are told at once',
  ),
  helloTimeoutMs: required(
    'WEIR_HELLO_TIMEOUT_MS',
    '15000',
    ...milliseconds(600_000),
    'how long a client may take to send a complete TLS ClientHello in a tunnel once it has begun',
  ),
} as const
