import { type Dispatcher, request } from 'undici'
import { throughProxy } from './dispatchers.ts'
import type { Scope } from './scope.ts'
import { Steps, streamStepwise } from './steps.ts'
import { startUpstream } from './upstream.ts'
import { startWeir, type Weir } from './weir.ts'

const HOST = 'api.openai.com'

export const EVENTS = ['data: one\n\n', 'data: two\n\n', 'data: three\n\n'] as const

export interface Streaming {
  readonly weir: Weir
  /** Confirms an event, so that the next one is sent. */
  readonly steps: Steps
  readonly body: Dispatcher.ResponseData['body']
  /** The events after the first. */
  readonly chunks: AsyncIterator<Buffer, unknown>
}

/** A stream that has begun, and waits for `steps` before it goes on; a stop gives it as long as a crowded machine needs. */
export async function startStreaming(
  scope: Scope,
  env: Readonly<Record<string, string>> = { WEIR_STOP_GRACE_MS: '30000' },
): Promise<Streaming> {
  const steps = new Steps()
  const upstream = await startUpstream(scope, {
    hosts: [HOST],
    answer: (_request, response) => void streamStepwise(response, EVENTS, steps),
  })
  const weir = await startWeir(scope, { upstreams: { [HOST]: upstream }, env })
  const { body } = await request(`https://${HOST}/v1/responses`, {
    dispatcher: throughProxy(scope, weir),
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ input: 'take your time', stream: true }),
  })
  const chunks = body[Symbol.asyncIterator]()
  const first = String((await chunks.next()).value)
  if (first !== EVENTS[0]) throw new Error(`the stream begins with ${first}`)
  return { weir, steps, body, chunks }
}
