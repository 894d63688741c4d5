import type { TLSSocket } from 'node:tls'
import { usageOf } from '../soak/usage.ts'
import { FRAME, frame, PREFACE } from '../support/frames.ts'
import { startH2Upstream } from '../support/h2-upstream.ts'
import { connectIntercepted } from '../support/intercepted.ts'
import { ANSWER_HEADS, type Random, randomFrames, requestHeads } from '../support/random-frames.ts'
import { randomNumbers } from '../support/random-numbers.ts'
import type { Scope } from '../support/scope.ts'
import { startSocketService } from '../support/socket-service.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { randomSocketFrames } from './socket-frames.ts'

const H2_HOST = 'api.anthropic.com'
const WS_HOST = 'api.openai.com'
const AT_ONCE = 8
/** A peer that is silent for so long has read what it was sent, and waits for more. */
const QUIET_MS = 150
/** And one that is not silent by then hangs in an endless answer. */
const PATIENCE_MS = 20_000
/** Connections that the product keeps to itself and to services. */
const SOCKET_SLACK = 24
const HANDSHAKE = [
  'GET /v1/realtime?model=gpt-5 HTTP/1.1',
  `Host: ${WS_HOST}`,
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Extensions: permessage-deflate',
  '\r\n',
].join('\r\n')

export interface TunnelFindings {
  readonly connections: number
  /** What of them the proxy ended. */
  readonly ended: number
  readonly problems: readonly string[]
}

/** Damaged frames of HTTP/2 and of WebSockets, in tunnels through the whole product, to services that answer with damaged ones. */
export async function fuzzTunnels(scope: Scope, seed: number, connections: number): Promise<TunnelFindings> {
  const random = randomNumbers(seed)
  const problems: string[] = []
  const h2 = await startH2Upstream(scope, {
    hosts: [H2_HOST],
    onStream: (stream) => {
      stream.respond({ ':status': 200 })
      stream.resume().on('end', () => stream.end('ok'))
    },
  })
  const sockets = await startSocketService(scope, {
    hosts: [WS_HOST],
    perMessageDeflate: true,
    onMessage: (socket, _text, isBinary, data) => socket.send(data, { binary: isBinary }),
  })
  const weir = await startWeir(scope, { upstreams: { [H2_HOST]: h2, [WS_HOST]: sockets } })
  const pid = weir.product.process.pid ?? 0
  await isServed(weir)
  const before = usageOf(pid)
  let ended = 0
  let left = connections
  const client = async () => {
    while (left > 0) {
      const number = left--
      const [protocol, bytes] = damaged(random, number)
      try {
        if (await send(scope, weir, protocol, bytes)) ended++
      } catch (error) {
        problems.push(`connection ${number} (${protocol}): ${(error as Error).message}`)
      }
      if (number % 50 === 0 && !(await isServed(weir))) problems.push(`others are not served at connection ${number}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  if (!(await isServed(weir))) problems.push('others are not served')
  let now = usageOf(pid)
  await until(
    () => {
      now = usageOf(pid)
      return now.sockets <= before.sockets + SOCKET_SLACK
    },
    () => `${now.sockets} sockets are open, ${before.sockets} were`,
  ).catch((error: Error) => void problems.push(error.message))
  const code = await weir.stop()
  if (code !== 0) problems.push(`the product ended with ${code}`)
  if (weir.product.stderr !== '') problems.push(`on standard error: ${weir.product.stderr.slice(0, 2000)}`)
  return { connections, ended, problems }
}

function damaged(random: Random, number: number): ['h2' | 'http/1.1', Buffer] {
  if (number % 2 === 0) return ['http/1.1', randomSocketFrames(random)]
  // Heads of answers are what no client should send.
  const heads = random(10) === 0 ? ANSWER_HEADS : requestHeads(H2_HOST)
  const settings = frame(FRAME.settings, 0, 0)
  return ['h2', Buffer.concat([PREFACE, settings, randomFrames(random, heads, [1, 3, 5, 7, 9])])]
}

/** @returns whether the proxy ended the connection. Throws where it does not begin, or comes to no rest. */
async function send(scope: Scope, weir: Weir, protocol: 'h2' | 'http/1.1', bytes: Buffer): Promise<boolean> {
  const host = protocol === 'h2' ? H2_HOST : WS_HOST
  const tls = await connectIntercepted(scope, weir, host, { protocols: [protocol] })
  tls.on('error', () => {})
  if (protocol === 'http/1.1') {
    tls.write(HANDSHAKE)
    await heard(tls)
  }
  // In two pieces, as the network may have it.
  const middle = bytes.length >> 1
  tls.write(bytes.subarray(0, middle))
  setImmediate(() => tls.write(bytes.subarray(middle)))
  const hasEnded = await quiet(tls)
  tls.destroy()
  return hasEnded
}

function heard(tls: TLSSocket): Promise<void> {
  return new Promise((resolve, reject) => {
    tls.once('data', () => resolve())
    tls.once('close', () => reject(new Error('the WebSocket was not agreed to')))
  })
}

function quiet(tls: TLSSocket): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it comes to no rest')), PATIENCE_MS)
    const done = (hasEnded: boolean) => {
      clearTimeout(late)
      clearTimeout(timer)
      resolve(hasEnded)
    }
    let timer = setTimeout(() => done(false), QUIET_MS)
    tls.on('data', () => {
      clearTimeout(timer)
      timer = setTimeout(() => done(false), QUIET_MS)
    })
    tls.once('end', () => done(true)).once('close', () => done(true))
  })
}

async function isServed(weir: Weir): Promise<boolean> {
  const cleanUps: (() => unknown)[] = []
  const scope: Scope = { teardown: (cleanUp) => void cleanUps.push(cleanUp) }
  try {
    const tls = await connectIntercepted(scope, weir, WS_HOST, { protocols: ['http/1.1'] })
    tls.write(`GET / HTTP/1.1\r\nHost: ${WS_HOST}\r\nConnection: close\r\n\r\n`)
    const answer = await new Promise<string>((resolve) => tls.once('data', (bytes: Buffer) => resolve(`${bytes}`)))
    return answer.startsWith('HTTP/1.1 200 ')
  } finally {
    for (const cleanUp of cleanUps) await cleanUp()
  }
}
