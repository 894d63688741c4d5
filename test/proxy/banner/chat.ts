import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { connectIntercepted } from '../../support/intercepted.ts'
import { once } from '../../support/once.ts'
import type { Scope } from '../../support/scope.ts'
import type { Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

export const NAVIGATION = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'accept-encoding': 'gzip, deflate, br, zstd',
} as const

export interface Received {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** Sends a request as a browser would, on a connection of its own, and gives the answer as it comes. */
export async function begin(
  scope: Scope,
  weir: Weir,
  url: string,
  { method = 'GET', headers = {}, body }: Ask = {},
): Promise<IncomingMessage> {
  const { host, pathname, search } = new URL(url)
  const socket = await connectIntercepted(scope, weir, host)
  const asking = request({
    ...{ method, host, path: `${pathname}${search}`, createConnection: () => socket },
    headers: { host, ...headers } as Record<string, string | string[]>,
  })
  asking.end(body)
  asking.on('error', () => {})
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  return response
}

export async function ask(scope: Scope, weir: Weir, url: string, options?: Ask): Promise<Received> {
  const response = await begin(scope, weir, url, options)
  const pieces: Buffer[] = []
  for await (const piece of response) pieces.push(piece as Buffer)
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(pieces) }
}

export function prompt(text: string): Ask {
  const message = { author: { role: 'user' }, content: { content_type: 'text', parts: [text] } }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'next', messages: [message], model: 'gpt-5' }),
  }
}

/** The page of a browser that listens for notices. */
export class ListeningPage {
  text = ''
  isOver = false

  static async open(scope: Scope, weir: Weir, host: string, headers: Readonly<Record<string, string>>) {
    const page = new ListeningPage()
    const response = await begin(scope, weir, `https://${host}/.well-known/weir/notices`, { headers })
    response.setEncoding('utf8').on('data', (piece: string) => {
      page.text += piece
    })
    response.once('close', () => {
      page.isOver = true
    })
    await page.untilHeard('event: hello')
    return page
  }

  untilHeard(text: string): Promise<void> {
    return until(
      () => this.text.includes(text),
      () => `the page has heard ${JSON.stringify(this.text)}, not ${text}`,
    )
  }

  get notices(): {
    readonly kind: string
    readonly lang: string
    readonly title: string
    readonly message: string
    readonly id: string
  }[] {
    return this.text
      .split('\n')
      .filter((line) => line.startsWith('data: {'))
      .map((line) => JSON.parse(line.slice('data: '.length)))
  }
}
