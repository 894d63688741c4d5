import type { Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { Settings } from '../../config/settings.ts'
import type { Client, Introduction } from './connection.ts'
import type { Exchanger } from './exchange.ts'
import { createH1Exchanger } from './h1/service-side/exchanger.ts'
import { ServiceSessions } from './h2/service-side/sessions.ts'
import type { Target } from './target.ts'

interface Options {
  readonly settings: Pick<
    Settings,
    | 'http2'
    | 'upstreamIdleMs'
    | 'upstreamLifeMs'
    | 'upstreamAnswerMs'
    | 'upstreamExchangeMs'
    | 'upstreamConnections'
    | 'upstreamWaiting'
    | 'admissionWaitMs'
    | 'admissionStallMs'
  >
  readonly dial: (target: Target, client: string, introduction?: Introduction) => Promise<Socket>
  readonly dialTls: (
    target: Target,
    client: string,
    protocols: string[],
    introduction?: Introduction,
  ) => Promise<TLSSocket>
  /** What a parent proxy is told about a client; undefined where none is told anything. */
  readonly introduce?: ((client: Client) => Introduction) | undefined
  readonly shareOf: (client: Client) => string
  readonly onFault: (error: Error) => void
}

/** What speaks HTTP to services: over shared connections of HTTP/2 where a service has it, over a pool of HTTP/1.1 elsewhere. */
export function openExchanger({ settings, dial, dialTls, introduce, shareOf, onFault }: Options): Exchanger {
  const patience = {
    idle: settings.upstreamIdleMs,
    life: settings.upstreamLifeMs,
    answer: settings.upstreamAnswerMs,
    exchange: settings.upstreamExchangeMs,
  }
  // A connection on which a client was introduced is that client's.
  const ownerOf = introduce && ((client: Client) => JSON.stringify(introduce(client)))
  const sessions = new ServiceSessions({
    dial: ({ scheme, target, client }, protocols) =>
      scheme === 'https'
        ? dialTls(target, shareOf(client), protocols, introduce?.(client))
        : dial(target, shareOf(client), introduce?.(client)),
    shareOf,
    ownerOf,
    patience,
    isOffered: settings.http2 === 'on',
  })
  const exchanger = createH1Exchanger({
    connect: (...asked) => sessions.connect(...asked),
    mayShare: (intercepted) => sessions.mayShare(intercepted),
    takesWebSockets: (intercepted) => sessions.takesWebSockets(intercepted),
    weigh: (request) => sessions.weigh(request),
    maxConnections: settings.upstreamConnections,
    maxWaiting: settings.upstreamWaiting,
    waitMs: settings.admissionWaitMs,
    shareOf,
    ownerOf,
    stallMs: settings.admissionStallMs,
    patience,
    onFault,
  })
  return {
    ...exchanger,
    async close() {
      try {
        await exchanger.close()
      } finally {
        sessions.close()
      }
    },
  }
}
