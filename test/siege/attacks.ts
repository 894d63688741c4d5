import { connect as connectH2 } from 'node:http2'
import { connect as connectTcp } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import zlib from 'node:zlib'
import { postJson } from '../support/intercepted.ts'
import { once } from '../support/once.ts'
import { pdfOf } from '../support/packed-files.ts'

export const HOST = 'api.openai.com'

interface Weir {
  readonly proxyPort: number
  readonly ca: string
}

export interface Attack {
  readonly name: string
  /** Resolves when all of it was sent, with what came of it; what it opened stays open. */
  run(weir: Weir, size: number): Promise<string>
  /** Its size where it is to hurt, and where it only shows that the bound holds. */
  readonly sizes: { readonly full: number; readonly small: number }
  /** Of what it makes the proxy hold, so many bytes are counted at least. */
  readonly counted: number
}

const MEGABYTE = 1024 * 1024
/** A message has 16 MB at most: these are just below. */
const FRAGMENT_BYTES = 16_000_000
const CONNECTIONS_PER_ADDRESS = 10
const STREAMS = 100

/** A client of its own: all of 127.0.0.0/8 is this machine. */
async function open(weir: Weir, client: number, protocols: string[] = []): Promise<TLSSocket> {
  const tcp = connectTcp({ port: weir.proxyPort, host: '127.0.0.1', localAddress: `127.0.0.${client}` })
  tcp.on('error', () => {})
  tcp.write(`CONNECT ${HOST}:443 HTTP/1.1\r\nHost: ${HOST}:443\r\n\r\n`)
  await once(tcp, 'data')
  const tls = connectTls({ socket: tcp, ca: weir.ca, servername: HOST, ALPNProtocols: protocols })
  tls.on('error', () => {})
  await once(tls, 'secureConnect')
  return tls
}

const HANDSHAKE = [
  'GET /v1/realtime?model=gpt-realtime HTTP/1.1',
  `Host: ${HOST}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Extensions: permessage-deflate',
  '\r\n',
].join('\r\n')

/** The first fragment of a text, compressed (RFC 7692), masked with zeros. */
function fragment(bytes: number): Buffer {
  const packed = zlib.deflateRawSync(Buffer.alloc(bytes, ' '), { finishFlush: zlib.constants.Z_SYNC_FLUSH })
  const payload = packed.subarray(0, -4)
  const head = Buffer.alloc(14)
  head[0] = 0x41
  head[1] = 0x80 | 127
  head.writeBigUInt64BE(BigInt(payload.length), 2)
  return Buffer.concat([head, payload])
}

async function openSocket(weir: Weir, client: number): Promise<TLSSocket> {
  const socket = await open(weir, client)
  socket.write(HANDSHAKE)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  if (!answer.toString('latin1').startsWith('HTTP/1.1 101 ')) throw new Error(answer.toString('latin1').slice(0, 200))
  return socket
}

async function upload(weir: Weir, client: number): Promise<void> {
  const tls = await open(weir, client, ['h2'])
  const session = connectH2(`https://${HOST}`, { createConnection: () => tls })
  session.on('error', () => {})
  const piece = Buffer.alloc(MEGABYTE / 2, 'x')
  for (let n = 0; n < STREAMS; n++) {
    const stream = session.request({
      ':method': 'POST',
      ':path': `/v1/chat/completions?n=${n}`,
      'content-type': 'application/json',
    })
    stream.on('error', () => {})
    stream.write(piece)
  }
}

/** Blanks in two layers of deflate. */
export function blanksPdf(bytes: number): Buffer {
  return pdfOf(zlib.deflateSync(zlib.deflateSync(Buffer.alloc(bytes, ' '), { level: 9 }), { level: 9 }), FILTERS)
}

const FILTERS = '[/FlateDecode/FlateDecode]'

/** In 10 MB of JSON, packed to 30 kB; a parser makes some sixty times as much of it. */
const VALUES = 900_000

export const ATTACKS: readonly Attack[] = [
  {
    name: 'websockets',
    sizes: { full: 40, small: 12 },
    counted: 64 * MEGABYTE,
    async run(weir, size) {
      const bytes = fragment(FRAGMENT_BYTES)
      const sockets = await Promise.all(Array.from({ length: size }, () => openSocket(weir, 2)))
      for (const socket of sockets) socket.write(bytes)
      return `${size} fragments`
    },
  },
  {
    name: 'uploads',
    sizes: { full: 4 * CONNECTIONS_PER_ADDRESS, small: 8 },
    counted: 64 * MEGABYTE,
    async run(weir, size) {
      for (let n = 0; n < size; n++) await upload(weir, 2 + (n % 4))
      return `${size * STREAMS} uploads`
    },
  },
  {
    name: 'pdf',
    sizes: { full: 1024, small: 128 },
    // It is over sooner than anybody can look.
    counted: 0,
    async run(weir, size) {
      const data = blanksPdf(size * MEGABYTE).toString('base64')
      const body = {
        messages: [{ role: 'user', content: [{ type: 'file', file: { filename: 'a.pdf', file_data: data } }] }],
      }
      const socket = await open(weir, 2)
      socket.write(postJson(HOST, '/v1/chat/completions', body))
      const [answer] = (await once(socket, 'data')) as [Buffer]
      return answer.toString('latin1').split('\r\n')[0] ?? ''
    },
  },
  {
    name: 'values',
    sizes: { full: 16, small: 4 },
    counted: 0,
    async run(weir, size) {
      const packed = zlib.gzipSync(`[${'{"a":[[]]},'.repeat(VALUES)}0]`)
      const head = [
        'POST /v1/chat/completions HTTP/1.1',
        `Host: ${HOST}`,
        'Content-Type: application/json',
        'Content-Encoding: gzip',
        `Content-Length: ${packed.length}`,
        '\r\n',
      ].join('\r\n')
      const sockets = await Promise.all(Array.from({ length: size }, (_, client) => open(weir, 2 + client)))
      for (const socket of sockets) socket.write(Buffer.concat([Buffer.from(head), packed]))
      return `${size} bodies of ${packed.length} bytes`
    },
  },
]
