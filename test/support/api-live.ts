import { WebSocket } from 'ws'
import type { TestApi } from './api.ts'
import type { Scope } from './scope.ts'

export type LiveMessage = Readonly<Record<string, unknown>>

/** A client of /ws that can wait for what it is told. */
export interface LiveClient {
  readonly socket: WebSocket
  /** Everything received so far. */
  readonly messages: readonly LiveMessage[]
  send(message: unknown): void
  /** Resolves with the first message, past or future, that fits; the test's own timeout is the limit. */
  waitFor(fits: (message: LiveMessage) => boolean): Promise<LiveMessage>
  /** Resolves with the close code. */
  readonly closed: Promise<number>
}

export interface LiveOptions {
  readonly token?: string
  readonly protocols?: readonly string[]
}

/** Opens /ws; rejects with the status where the upgrade is refused. */
export async function openLive(
  scope: Scope,
  api: Pick<TestApi, 'server'>,
  { token, protocols = [] }: LiveOptions,
): Promise<LiveClient> {
  const socket = new WebSocket(`${api.server.url.replace(/^http/, 'ws')}/ws`, [...protocols], {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    rejectUnauthorized: false,
  })
  scope.teardown(() => socket.terminate())
  const messages: LiveMessage[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    messages.push(JSON.parse(String(data)) as LiveMessage)
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
    socket.on('unexpected-response', (_request, response) => {
      response.resume()
      reject(new UpgradeRefused(response.statusCode ?? 0))
    })
  })
  return {
    socket,
    messages,
    closed,
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    waitFor: (fits) =>
      new Promise((resolve) => {
        const look = () => {
          const found = messages.find(fits)
          if (found === undefined) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

export class UpgradeRefused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`the upgrade was answered with ${status}`)
    this.status = status
  }
}
