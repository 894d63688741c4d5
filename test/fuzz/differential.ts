import { createServer, METHODS } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { H1Server } from '../../proxy/http/h1/client-side/server.ts'
import { writeProxyError } from '../../proxy/respond/error-page.ts'
import { answerWhole } from '../support/h1.ts'
import { PATIENT_WITH_CLIENTS } from '../support/patience.ts'

export interface Difference {
  /** The bytes, as a string of ISO 8859-1. */
  readonly bytes: string
  readonly ours: readonly string[]
  readonly nodes: readonly string[]
}

export interface Findings {
  readonly rounds: number
  /** Dialogues of which both read the same. */
  readonly same: number
  /** Dialogues in which ours stopped earlier, by the rule that it names: it is the stricter one. */
  readonly stricter: Readonly<Record<string, number>>
  /** How often each known difference in the other direction was met. */
  readonly explained: Readonly<Record<string, number>>
  readonly differences: readonly Difference[]
  readonly faults: readonly Error[]
}

/** What came of one dialogue. */
type Verdict =
  | { readonly kind: 'same' }
  | { readonly kind: 'stricter'; readonly rule: string }
  | { readonly kind: 'explained'; readonly reason: string }
  | ({ readonly kind: 'different' } & Difference)

/** Why ours may take a request that Node's parser refuses. */
function explain(line: string | undefined): string | undefined {
  const method = line?.slice(0, line.indexOf(' '))
  // Ours hands CONNECT over like any other, and the gate answers it; Node ends the connection where nobody listens for it.
  if (method === 'CONNECT') return 'CONNECT is for the gate to refuse'
  // RFC 9110 section 9.1: any token is a method; Node knows a list.
  return method === undefined || METHODS.includes(method) ? undefined : 'a method that Node does not know'
}

/**
 * RFC 9110 section 5.6.3: the blanks behind a value are spaces and tabs. llhttp takes a tab behind `chunked` for a part of the
 * coding's name. Ours writes the framing anew when it forwards, so that nobody else reads that tab.
 */
const TAB_BEHIND_CODING = 'a tab behind Transfer-Encoding: chunked'
const CODING_LINE = /^(transfer-encoding:[ \t]*chunked)([ \t]*\t[ \t]*)\r$/gim

/** The same dialogue with spaces for those tabs; undefined where there are none. */
function withoutTabsBehindCoding(bytes: Buffer): Buffer | undefined {
  const text = bytes.toString('latin1')
  const mended = text.replace(CODING_LINE, (_line, field: string, blanks: string) => {
    return `${field}${' '.repeat(blanks.length)}\r`
  })
  return mended === text ? undefined : Buffer.from(mended, 'latin1')
}

/** Reads dialogues with our parser and with Node's (llhttp), and compares what requests they see. */
export async function compareWithNode(dialogues: Iterable<Buffer>): Promise<Findings> {
  const faults: Error[] = []
  const explained: Record<string, number> = {}
  const differences: Difference[] = []
  let same = 0
  const stricter: Record<string, number> = {}
  let rounds = 0
  const ours = oursReader(faults)
  const nodes = nodesReader()
  const compare = async (bytes: Buffer): Promise<Verdict> => {
    const [{ lines: own, refusal }, { lines: theirs }] = await Promise.all([ours.read(bytes), nodes.read(bytes)])
    const first = own.findIndex((line, at) => line !== theirs[at])
    if (first === -1) {
      if (own.length === theirs.length) return { kind: 'same' }
      return { kind: 'stricter', rule: refusal ?? 'what follows the last request is not read' }
    }
    const reason = explain(own[first])
    if (reason !== undefined) return { kind: 'explained', reason }
    // It explains the difference only where there is none without it.
    const mended = withoutTabsBehindCoding(bytes)
    if (mended !== undefined && (await compare(mended)).kind !== 'different') {
      return { kind: 'explained', reason: TAB_BEHIND_CODING }
    }
    return { kind: 'different', bytes: bytes.toString('latin1'), ours: own, nodes: theirs }
  }
  for (const bytes of dialogues) {
    rounds++
    const verdict = await compare(bytes)
    if (verdict.kind === 'same') same++
    else if (verdict.kind === 'stricter') stricter[verdict.rule] = (stricter[verdict.rule] ?? 0) + 1
    else if (verdict.kind === 'explained') explained[verdict.reason] = (explained[verdict.reason] ?? 0) + 1
    else differences.push({ bytes: verdict.bytes, ours: verdict.ours, nodes: verdict.nodes })
  }
  ours.close()
  nodes.close()
  return { rounds, same, stricter, explained, differences, faults }
}

interface Reader {
  /** The requests that were read whole, one line each, and what was said of the one that was refused. */
  read(bytes: Buffer): Promise<{ readonly lines: string[]; readonly refusal?: string | undefined }>
  close(): void
}

function oursReader(faults: Error[]): Reader {
  const seen = new WeakMap<object, string[]>()
  const refusals = new WeakMap<object, string>()
  const server = new H1Server({
    patience: PATIENT_WITH_CLIENTS,
    onExchange: (exchange) => {
      const { method, target } = exchange.request
      answerWhole(exchange, (body) => {
        seen.get(exchange.connection)?.push(`${method} ${target} ${body.toString('latin1')}`)
        return ''
      })
    },
    onBadRequest: (socket, status, message, connection) => {
      refusals.set(connection, message)
      writeProxyError(socket, { status, code: 'bad_request', message, retry: false })
    },
    onFault: (error) => faults.push(error),
  })
  return {
    async read(bytes) {
      const lines: string[] = []
      const connection = {
        client: { address: '127.0.0.1' },
        target: { host: 'a', port: 443 },
        scheme: 'https',
        otherName: undefined,
      } as const
      const own = { ...connection }
      seen.set(own, lines)
      await say(bytes, true, (socket) => server.accept(socket as Socket, own))
      return { lines, refusal: refusals.get(own) }
    },
    close: () => server.closeAll(),
  }
}

function nodesReader(): Reader {
  const seen = new WeakMap<object, string[]>()
  const server = createServer({ maxHeaderSize: 65_536, keepAliveTimeout: 0 }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {})
    request.on('end', () => {
      const { method, url } = request
      seen.get(request.socket)?.push(`${method} ${url} ${Buffer.concat(chunks).toString('latin1')}`)
      response.end()
    })
  })
  return {
    async read(bytes) {
      const lines: string[] = []
      // Its events of a request that came whole would be lost behind a mistake in the same piece.
      await say(bytes, false, (socket) => {
        seen.set(socket, lines)
        server.emit('connection', socket)
      })
      return { lines }
    },
    close: () => server.closeAllConnections(),
  }
}

/** Sends bytes to one end of a connection in memory, in one piece or each by itself, and waits until nothing more comes back. */
async function say(bytes: Buffer, inOne: boolean, accept: (socket: Duplex) => void): Promise<void> {
  const [client, socket] = duplexPair()
  client.on('error', () => {}).resume()
  socket.on('error', () => {})
  accept(socket)
  if (inOne) client.write(bytes)
  else {
    for (let at = 0; at < bytes.length && client.writable && !socket.destroyed; at++) {
      client.write(bytes.subarray(at, at + 1))
      await new Promise(setImmediate)
    }
  }
  for (let turns = 0; turns < 6; turns++) await new Promise(setImmediate)
  client.destroy()
  socket.destroy()
}
