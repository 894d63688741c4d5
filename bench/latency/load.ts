import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'undici'
import { chatBodies } from '../inspect/prompts.ts'
import { openClient, type Way } from '../inspect/tunnel.ts'
import { percentile } from '../statistics.ts'

const CONNECTIONS = 16
const PROMPT_CHARACTERS = 2_000
/** Between two small prompts of somebody who is no load. */
const PAUSE_MS = 5
const WARM_UP_REQUESTS = 400

export type Question =
  /** As many requests a second as it takes. */
  | { readonly measure: 'rate'; readonly way: Way; readonly seconds: number }
  /** Requests at a steady rate, sent when they are due whether others were answered or not. */
  | { readonly measure: 'steady'; readonly way: Way; readonly seconds: number; readonly rate: number }
  /** One small prompt after the other. */
  | { readonly measure: 'prompts'; readonly way: Way; readonly seconds: number }
  /** The events of a stream, from when each left to when it is there. */
  | { readonly measure: 'events'; readonly way: Way; readonly seconds: number }

/** Milliseconds. */
export interface Times {
  readonly count: number
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const bodies = chatBodies(PROMPT_CHARACTERS, 1024)
let next = 0

process.channel?.ref()
process.on('message', (question: Question) => {
  answer(question).then(
    (result) => process.send?.(result),
    (error: Error) => process.send?.({ failed: error.message }),
  )
})

async function answer(question: Question): Promise<object> {
  const clients = Array.from({ length: question.measure === 'prompts' ? 1 : CONNECTIONS }, () =>
    openClient(question.way),
  )
  try {
    switch (question.measure) {
      case 'rate':
        return { rate: await measureRate(clients, question.seconds) }
      case 'steady':
        return summarise(await measureSteady(clients, question))
      case 'prompts':
        return summarise(await measurePrompts(clients[0] as Client, question.seconds))
      case 'events':
        return summarise(await measureEvents(clients[0] as Client, question.seconds))
    }
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
  }
}

async function measureRate(clients: readonly Client[], seconds: number): Promise<number> {
  let left = WARM_UP_REQUESTS
  await Promise.all(
    clients.map(async (client) => {
      while (left-- > 0) await send(client)
    }),
  )
  let requests = 0
  const begun = performance.now()
  const end = begun + seconds * 1000
  await Promise.all(
    clients.map(async (client) => {
      while (performance.now() < end) {
        await send(client)
        requests++
      }
    }),
  )
  return requests / ((performance.now() - begun) / 1000)
}

async function measureSteady(
  clients: readonly Client[],
  { seconds, rate }: { seconds: number; rate: number },
): Promise<number[]> {
  await Promise.all(clients.map(send))
  const times: number[] = []
  const sending: Promise<void>[] = []
  const begun = performance.now()
  const total = Math.max(1, Math.floor(seconds * rate))
  while (sending.length < total) {
    const dueAt = begun + (sending.length / rate) * 1000
    if (performance.now() < dueAt) {
      await sleep(1)
      continue
    }
    const client = clients[sending.length % clients.length] as Client
    sending.push(send(client).then(() => void times.push(performance.now() - dueAt)))
  }
  await Promise.all(sending)
  return times
}

async function measurePrompts(client: Client, seconds: number): Promise<number[]> {
  await send(client)
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  while (performance.now() < end) {
    const sent = performance.now()
    await send(client)
    times.push(performance.now() - sent)
    await sleep(PAUSE_MS)
  }
  return times
}

async function measureEvents(client: Client, seconds: number): Promise<number[]> {
  const { body } = await client.request({ method: 'GET', path: '/v1/events' })
  const times: number[] = []
  const end = performance.now() + seconds * 1000
  for await (const chunk of body) {
    const now = process.hrtime.bigint()
    for (const [, left = ''] of String(chunk).matchAll(/^data: (\d+)\n\n/gm))
      times.push(Number(now - BigInt(left)) / 1e6)
    if (performance.now() > end) break
  }
  return times
}

function summarise(times: number[]): Times {
  times.sort((a, b) => a - b)
  return { count: times.length, p50: percentile(times, 50), p99: percentile(times, 99), max: percentile(times, 100) }
}

async function send(client: Client): Promise<void> {
  next = (next + 1) % bodies.length
  const { statusCode, body } = await client.request({
    method: 'POST',
    path: '/v1/chat/completions',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sk-bench' },
    body: bodies[next] ?? '',
  })
  await body.dump()
  if (statusCode !== 200) throw new Error(`a request was answered with ${statusCode}`)
}
