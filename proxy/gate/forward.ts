import type { ServerResponse } from 'node:http'
import type { ExchangeRequest, Exchanger } from '../http/exchange.ts'
import { forwardableResponseHeaders, type RawHeaders } from '../http/headers.ts'

export interface ForwardHandler {
  /** The prompt is about to leave. Where it must not, this throws, and the error comes back through onFailure. */
  readonly onSent: () => void
  /** Nothing was answered to the client yet. */
  readonly onFailure: (error: Error) => void
  /** The upstream broke off in the middle of its answer; the client's connection was cut, so that it notices. */
  readonly onBrokenAnswer: (error: Error) => void
  readonly onClientGone: () => void
}

/**
 * Sends a request upstream and passes the answer on as it comes, chunk by chunk: nothing is collected, so server-sent
 * events arrive one by one, and a slow client slows the upstream down instead of filling memory.
 * @param extraHeaders added to the answer's own, names and values in turn
 */
export function forward(
  exchanger: Exchanger,
  request: ExchangeRequest,
  response: ServerResponse,
  extraHeaders: RawHeaders,
  handler: ForwardHandler,
): void {
  let finished = false
  // The upstream's Date, or none, is the one to pass on.
  response.sendDate = false
  const exchange = exchanger.start(request, {
    sent: () => handler.onSent(),
    head(status, headers, statusText) {
      if (finished || response.destroyed) return
      response.writeHead(status, statusText, [...forwardableResponseHeaders(headers), ...extraHeaders])
      // A streamed answer's first event may be minutes away, so its head goes out now. What came in the same packet as
      // the head is handed over before the next tick, and leaves with it in one write.
      process.nextTick(() => {
        if (!finished) response.flushHeaders()
      })
    },
    data: (chunk) => response.write(chunk),
    end(trailers) {
      finished = true
      if (trailers.length > 0) response.addTrailers(pairs(trailers))
      response.end()
    },
    failed(error) {
      if (finished) return
      finished = true
      if (response.destroyed) return
      if (!response.headersSent) return handler.onFailure(error)
      response.destroy()
      handler.onBrokenAnswer(error)
    },
  })
  response.on('drain', () => exchange.resume())
  response.on('close', () => {
    if (finished) return
    finished = true
    exchange.abort()
    handler.onClientGone()
  })
}

function pairs(headers: RawHeaders): [string, string][] {
  const result: [string, string][] = []
  for (let i = 0; i + 1 < headers.length; i += 2) result.push([headers[i] ?? '', headers[i + 1] ?? ''])
  return result
}
