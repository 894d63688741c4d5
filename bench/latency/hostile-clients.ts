import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Client } from 'undici'
import { openClient, type Way } from '../inspect/tunnel.ts'

/** A small body that unfolds to 128 kB of dates, each of which rules have to look at. */
export function bodyOfDates(): Buffer {
  return gzipSync(JSON.stringify({ model: 'gpt-5', input: '12/11/2026 '.repeat(11_900) }))
}

/** A body of some 2.4 kB that unfolds to 1.2 MB. */
export function unfoldingBody(): Buffer {
  return gzipSync(
    JSON.stringify({ model: 'gpt-5', input: 'nothing in here is of interest to anybody. '.repeat(28_000) }),
  )
}

type Kind = 'names' | 'dates' | 'unfolding'
/** Eight of them, each from an address of its own. */
export const HOSTILE_CLIENTS: readonly { readonly kind: Kind; readonly localAddress: string }[] = (
  ['names', 'names', 'dates', 'dates', 'dates', 'unfolding', 'unfolding', 'unfolding'] as const
).map((kind, n) => ({ kind, localAddress: `127.0.0.${n + 2}` }))

const TUNNELS_EACH = 16
const CONNECTIONS_EACH = 2

export interface HostileLoad {
  /** How often each kind was answered, whatever with. */
  readonly answered: Readonly<Record<Kind, number>>
  stop(): Promise<void>
}

/** Has eight hostile clients do what they can, until they are stopped. */
export function startHostileClients(way: Way): HostileLoad {
  const answered = { names: 0, dates: 0, unfolding: 0 }
  const stopping = new AbortController()
  const bodies = { dates: bodyOfDates(), unfolding: unfoldingBody() }
  const running = HOSTILE_CLIENTS.flatMap(({ kind, localAddress }) => {
    const from = { ...way, localAddress }
    const onAnswer = () => answered[kind]++
    if (kind === 'names') {
      return Array.from({ length: TUNNELS_EACH }, (_, n) =>
        askNames(from, `${localAddress}-${n}`, onAnswer, stopping.signal),
      )
    }
    return Array.from({ length: CONNECTIONS_EACH }, () => sendBodies(from, bodies[kind], onAnswer, stopping.signal))
  })
  return {
    answered,
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
  }
}

/** Tunnels to names that nobody knows, one after the other. */
async function askNames(
  { port, localAddress }: Way,
  name: string,
  onAnswer: () => void,
  gone: AbortSignal,
): Promise<void> {
  for (let n = 0; !gone.aborted; n++) {
    const socket = connect({ port, host: '127.0.0.1', ...(localAddress !== undefined && { localAddress }) })
    const stop = () => socket.destroy()
    gone.addEventListener('abort', stop, { once: true })
    socket.write(`CONNECT ${name.replaceAll('.', '-')}-${n}.example:443 HTTP/1.1\r\n\r\n`)
    await new Promise<void>((resolve) => {
      socket
        .on('error', () => {})
        .once('data', () => {
          onAnswer()
          socket.destroy()
        })
      socket.once('close', () => resolve())
    })
    gone.removeEventListener('abort', stop)
    await sleep(10)
  }
}

/** Bodies that are dear to inspect, as fast as they are answered. */
async function sendBodies(from: Way, body: Buffer, onAnswer: () => void, gone: AbortSignal): Promise<void> {
  let client: Client | undefined
  while (!gone.aborted) {
    client ??= openClient(from)
    try {
      const answer = await client.request({
        method: 'POST',
        path: '/v1/responses',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        body,
        signal: gone,
      })
      await answer.body.dump()
      onAnswer()
    } catch {
      // Refused, or ended: it comes again.
      await client.destroy()
      client = undefined
      await sleep(10)
    }
  }
  await client?.destroy()
}
