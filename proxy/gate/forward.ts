import type { Duplex } from 'node:stream'
import type { AnswerHead, ClientExchange, ExchangeRequest, Exchanger, ServiceExchange } from '../http/exchange.ts'

export interface ForwardHandler {
  /** Called just before the prompt is sent. If it must not be sent, this throws or rejects, and onFailure gets the error. */
  readonly beforeSending: () => void | Promise<void>
  /** Fields to be added to the answer's own, as lines on the wire. */
  readonly extraFields: () => string
  /** A piece of the answer's body was passed on. */
  readonly onData?: (bytes: number) => void
  /** Nothing was answered to the client yet. */
  readonly onFailure: (error: Error) => void
  /** The upstream broke off in the middle of its answer; the client's connection was cut, so that it notices. */
  readonly onBrokenAnswer: (error: Error) => void
  readonly onClientGone: () => void
  /** The service switched to the protocol that was asked for; both connections are the handler's from now on. */
  readonly onUpgraded?: (head: AnswerHead, upstream: Duplex, first: Buffer) => void
}

/**
 * Sends a request upstream and passes the answer on as it comes, piece by piece: nothing is collected, so server-sent events
 * arrive one by one, and a slow client slows the upstream down instead of filling memory.
 */
export function forward(
  exchanger: Exchanger,
  request: ExchangeRequest,
  client: ClientExchange,
  handler: ForwardHandler,
): ServiceExchange {
  let isOver = false
  const exchange = exchanger.start(request, {
    beforeSending: handler.beforeSending,
    head(head) {
      const extra = handler.extraFields()
      client.begin(extra === '' ? head : { ...head, fields: head.fields + extra })
    },
    data(chunk) {
      handler.onData?.(chunk.length)
      return client.write(chunk)
    },
    flush: () => client.flush(),
    end(trailers) {
      isOver = true
      client.end(trailers)
    },
    ...(handler.onUpgraded !== undefined && {
      upgraded(head: AnswerHead, upstream: Duplex, first: Buffer) {
        isOver = true
        handler.onUpgraded?.(head, upstream, first)
      },
    }),
    failed(error) {
      if (isOver) return
      isOver = true
      if (client.closed) return
      if (!client.answered) {
        handler.onFailure(error)
        return
      }
      client.abort()
      handler.onBrokenAnswer(error)
    },
  })
  client.listen({
    gone() {
      if (isOver) return
      isOver = true
      exchange.abort()
      handler.onClientGone()
    },
    drained: () => exchange.resume(),
  })
  return exchange
}
