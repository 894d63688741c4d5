import type { Client } from 'undici'
import { percentile } from '../statistics.ts'
import { chatBodies, resentBodies } from './prompts.ts'
import { openClient } from './tunnel.ts'

/** Requests on each connection before anything is measured: handshakes and first visits are another comparison's. */
const PRELUDE = 8

export type Question =
  | {
      readonly open: {
        readonly port: number
        readonly caPem: string
        readonly connections: number
        readonly size: number
        /** How many characters of each were sent before; 0 where all are new. */
        readonly seen: number
        readonly isH2: boolean
      }
    }
  | { readonly run: { readonly seconds: number } }
  | { readonly close: true }

export interface Load {
  readonly requests: number
  readonly seconds: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

let clients: Client[] = []
/** By size: making them takes a second, and every contestant gets the same. */
const made = new Map<string, () => Buffer>()
let nextBody = (): Buffer => Buffer.alloc(0)

// The meter lets go of the channel, and between two measurements nothing else keeps this process.
process.channel?.ref()
process.on('message', (question: Question) => {
  answer(question).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})

async function answer(question: Question): Promise<object> {
  if ('open' in question) {
    const { port, caPem, connections, size, seen, isH2 } = question.open
    const key = `${size} ${seen}`
    nextBody = made.get(key) ?? (seen === 0 ? inTurn(chatBodies(size)) : resentBodies(size, seen))
    made.set(key, nextBody)
    clients = Array.from({ length: connections }, () => openClient({ port, caPem, isH2 }))
    for (let count = 0; count < PRELUDE; count += 1) await Promise.all(clients.map(send))
    return {}
  }
  if ('run' in question) return await run(question.run.seconds)
  await Promise.all(clients.map((client) => client.close()))
  return {}
}

function inTurn(bodies: readonly Buffer[]): () => Buffer {
  let next = 0
  return () => {
    next = (next + 1) % bodies.length
    return bodies[next] ?? Buffer.alloc(0)
  }
}

/** Every connection sends its next request as soon as it has the answer to the last. */
async function run(seconds: number): Promise<Load> {
  const latencies: number[] = []
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        const sent = performance.now()
        await send(client)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const elapsed = (performance.now() - begun) / 1000
  latencies.sort((a, b) => a - b)
  return {
    requests: latencies.length,
    seconds: elapsed,
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
  }
}

async function send(client: Client): Promise<void> {
  const { statusCode, headers, body } = await client.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
    body: nextBody(),
  })
  await body.dump()
  if (statusCode !== 200 || headers['x-bench-upstream'] !== 'yes') {
    throw new Error(`a request was answered with ${statusCode}, not by the upstream`)
  }
}
