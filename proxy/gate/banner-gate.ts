import { bannerLimits } from '../banner/limits.ts'
import type { Notice, Reason, Sent } from '../banner/notice.ts'
import type { Listener, NoticeBoard } from '../banner/notice-board.ts'
import type { Banner } from '../banner/open-banner.ts'
import { BANNER_PATH } from '../banner/paths.ts'
import { newCookie, personOf } from '../banner/person.ts'
import { readReason } from '../banner/reasons.ts'
import type { BodySink, ClientExchange } from '../http/exchange.ts'
import { toFieldBlock } from '../http/fields.ts'
import { hasBody } from '../http/heads.ts'
import { readTarget } from '../http/request-target.ts'
import { whenSettled } from '../http/when-settled.ts'
import { shareOf } from '../listen/client.ts'
import type { FairShare } from '../listen/fair-share.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import type { RequestTarget } from '../platforms/platform.ts'
import { describeError } from '../respond/describe-error.ts'
import { renderProxyError } from '../respond/error-page.ts'
import type { Words } from '../respond/words.ts'
import { wordsFor } from '../respond/words-for.ts'
import { answer } from './answer.ts'
import { receiveBody } from './request-body.ts'

interface Options {
  readonly catalogue: Pick<Catalogue, 'platformFor'>
  /** Undefined if WEIR_BANNER is off. */
  readonly banner: Pick<Banner, 'board' | 'reasons'> | undefined
  readonly streams: FairShare
  /** What bodies may hold at once. */
  readonly held: FairShare
  readonly maskReason: MaskReason
  readonly now: () => Date
}

/** A reason as it may be recorded. */
export type MaskReason = (text: string) => Pick<Reason, 'text' | 'types'>

/** What there is below the reserved path. */
const METHODS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  notices: 'GET',
  reasons: 'POST',
})

const EVENT_STREAM = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // Of the kind that other proxies know.
  'x-accel-buffering': 'no',
} as const
/** How long a browser waits before it connects again, in milliseconds. */
const RETRY_MS = 1000
const COOKIE_RETRY_MS = 200

/** What the proxy answers itself on the hosts of AI services, to the pages that have its script. Nothing of it is sent on. */
export class BannerGate {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** @returns whether it is one of these requests, which is answered then */
  takes(client: ClientExchange): boolean {
    // Absolute forms have the path further behind.
    if (!client.request.target.includes(BANNER_PATH)) return false
    try {
      const target = readTarget(client.request, client.connection)
      if (!target.path.startsWith(BANNER_PATH)) return false
      this.#handle(client, target)
    } catch (error) {
      answer(client, renderProxyError(describeError(error as Error), client.request.fields.get('accept')), true)
    }
    return true
  }

  #handle(client: ClientExchange, { path, headers }: RequestTarget): void {
    const { request, connection } = client
    const name = path.slice(BANNER_PATH.length)
    const { banner, catalogue } = this.#options
    const isKnown =
      banner !== undefined && catalogue.platformFor(connection.target.host, connection.client) !== undefined
    // Pages of other sites may neither listen nor hold a place.
    const site = request.fields.get('sec-fetch-site')
    const person = personOf(connection.client, headers.cookie)
    if (!isKnown || METHODS[name] === undefined) this.#refuse(client, 404)
    else if (request.method !== METHODS[name]) this.#refuse(client, 405)
    else if (site !== undefined && site !== 'same-origin') this.#refuse(client, 403)
    else if (name === 'notices') this.#listen(client, banner.board, person)
    else if (person === undefined || !/^application\/json\s*(?:;|$)/i.test(headers['content-type'] ?? ''))
      this.#refuse(client, 400)
    else this.#takeReason(client, person, wordsFor(headers['accept-language']))
  }

  #listen(client: ClientExchange, board: NoticeBoard, person: string | undefined): void {
    if (person === undefined) {
      // The browser connects again, with it.
      const headers = { ...EVENT_STREAM, 'set-cookie': newCookie() }
      answer(client, { status: 200, headers, body: `retry: ${COOKIE_RETRY_MS}\n\n` })
      return
    }
    const lease = this.#options.streams.tryTake(shareOf(client.connection.client))
    if (lease === undefined) {
      this.#refuse(client, 503)
      return
    }
    whenSettled(client, () => lease.release())
    const stream = new NoticeStream(client)
    const leave = board.listen(person, stream)
    if (leave === undefined) this.#refuse(client, 429)
    else stream.start(leave)
  }

  /** `{token, reason}`, answered with what the page shows. */
  #takeReason(client: ClientExchange, person: string, { banner: words }: Words): void {
    if (!hasBody(client.request)) {
      answerJson(client, 400, words.reasonLength)
      return
    }
    receiveBody(client, bannerLimits.reasonBytes, this.#options.held, (body) => {
      if (client.closed || (!(body instanceof Error) && body.kind === 'aborted')) return
      if (body instanceof Error) this.#refuse(client, 503)
      else if (body.kind === 'too_large') {
        body.whole?.read(NOBODY)
        this.#refuse(client, 413)
      } else {
        const { token, text } = readAnswer(body.bytes)
        if (text === undefined) answerJson(client, 400, words.reasonLength)
        else if (this.#give(client, person, token, text)) answerJson(client, 200, words.reasonTaken)
        else answerJson(client, 409, words.reasonLate)
      }
    })
  }

  #give(client: ClientExchange, person: string, token: string, text: string): boolean {
    const { banner, maskReason, now } = this.#options
    const givenBy = isOfPage(client) ? 'page' : 'program'
    return banner?.reasons.give(person, token, { ...maskReason(text), givenAt: now().toISOString(), givenBy }) === true
  }

  #refuse(client: ClientExchange, status: number): void {
    answer(client, { status, headers: { 'content-type': 'text/plain', 'cache-control': 'no-store' }, body: '' }, false)
  }
}

/** Browsers say of a script's request which page it belongs to (Fetch Metadata), and no script can set these fields. */
function isOfPage({ request: { fields }, connection }: ClientExchange): boolean {
  return (
    fields.get('sec-fetch-site') === 'same-origin' &&
    fields.get('sec-fetch-dest') === 'empty' &&
    fields.get('origin')?.replace(/:[0-9]+$/, '') === `https://${connection.target.host}`
  )
}

/** Takes what is left of a body. */
const NOBODY: BodySink = { data: () => {}, end: () => {}, cut: () => {} }

function readAnswer(bytes: Buffer): { readonly token: string; readonly text: string | undefined } {
  try {
    const { token, reason } = (JSON.parse(bytes.toString()) ?? {}) as { token?: unknown; reason?: unknown }
    return { token: String(token), text: readReason(reason) }
  } catch {
    return { token: '', text: undefined }
  }
}

function answerJson(client: ClientExchange, status: number, message: string): void {
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  answer(client, { status, headers, body: JSON.stringify({ message }) })
}

/** Server-sent events (HTML standard, section 9.2) on one exchange. */
class NoticeStream implements Listener {
  readonly #client: ClientExchange
  #timer: NodeJS.Timeout | undefined
  #end: NodeJS.Timeout | undefined
  #isFollowing = true

  constructor(client: ClientExchange) {
    this.#client = client
  }

  start(leave: () => void): void {
    const client = this.#client
    whenSettled(client, () => {
      clearInterval(this.#timer)
      clearTimeout(this.#end)
      leave()
    })
    client.listen({
      gone: () => {},
      drained: () => {
        this.#isFollowing = true
      },
    })
    this.#begin()
    this.#send(`retry: ${RETRY_MS}\nevent: hello\ndata:\n\n`)
    this.#timer = setInterval(() => this.#send(':\n\n'), bannerLimits.heartbeatMs).unref()
    this.#end = setTimeout(() => this.end(), bannerLimits.streamMs).unref()
  }

  hear(news: Notice | Sent): boolean {
    this.#begin()
    const data = JSON.stringify(news)
    return this.#send(
      'sent' in news ? `event: sent\ndata: ${data}\n\n` : `event: notice\nid: ${news.id}\ndata: ${data}\n\n`,
    )
  }

  end(): void {
    if (!this.#client.closed) this.#client.end()
  }

  #begin(): void {
    const client = this.#client
    if (client.answered || client.closed) return
    const fields = toFieldBlock({ ...EVENT_STREAM, date: new Date().toUTCString() })
    client.begin({ status: 200, reason: 'OK', fields, body: 'streamed' })
  }

  /** A browser that takes nothing gets no more: what it was not told, it is not told. */
  #send(text: string): boolean {
    if (this.#client.closed || !this.#isFollowing) return false
    this.#client.write(Buffer.from(text))
    this.#isFollowing = this.#client.flush()
    return true
  }
}
