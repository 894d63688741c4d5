import { STATUS_CODES } from 'node:http'
import type { ClientExchange } from '../http/exchange.ts'
import { toFieldBlock } from '../http/fields.ts'

/** An answer of the proxy itself. */
export interface OwnAnswer {
  readonly status: number
  readonly reason?: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Answers a request that is not forwarded. */
export function answer(client: ClientExchange, { status, reason, headers, body }: OwnAnswer, close = false): void {
  if (close) client.closeAfter()
  const bytes = Buffer.from(body)
  const own = { 'content-length': String(bytes.length), date: new Date().toUTCString() }
  client.begin({
    status,
    reason: reason ?? STATUS_CODES[status] ?? '',
    fields: toFieldBlock({ ...headers, ...own }),
    body: 'framed',
  })
  client.write(bytes)
  client.end()
}
