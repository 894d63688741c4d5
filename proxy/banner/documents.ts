import { AI_SERVICES } from '../../core/catalogue/ai-services.ts'
import type { InterceptedConnection } from '../http/connection.ts'
import type { AnswerHead, FieldBlock } from '../http/exchange.ts'
import { type Fields, toRawHeaders } from '../http/fields.ts'
import { mustStayAsItIs } from '../http/no-transform.ts'
import type { Platform, RequestTarget } from '../platforms/platform.ts'
import { isPlain, isReadable, type Rewriting } from '../rewriting/rewritten-body.ts'
import { DocumentBody } from './document-body.ts'
import { PAGE_SCRIPT } from './page-script.ts'
import { BANNER_PATH } from './paths.ts'
import { newCookie, personOf } from './person.ts'
import { type PolicyHeader, permit } from './policies.ts'

/** Why a document has no banner, or `added`. */
export type DocumentOutcome = 'added' | 'content_policy' | 'encoding' | 'charset' | 'no_transform' | 'no_place'

/** A request of which a document may come. */
export interface Navigation {
  /** Of the answer to it. */
  rewrite(head: AnswerHead): Rewriting | undefined
}

interface Options {
  readonly count: (outcome: DocumentOutcome) => void
}

/** Whether a service is one that people open in a browser. */
export function isWebApp(platformId: string): boolean {
  return WEB_APPS.has(platformId)
}

const WEB_APPS: ReadonlySet<string> = new Set(
  AI_SERVICES.filter(({ category }) => category === 'web_app').map(({ id }) => id),
)
/** Of the whole body as the service sent it, or of a part of it. */
const OF_THE_BODY: ReadonlySet<string> = new Set([
  ...['content-length', 'content-encoding', 'accept-ranges', 'etag', 'last-modified', 'cache-control', 'expires'],
  ...['content-md5', 'digest', 'content-digest', 'repr-digest', 'signature', 'signature-input', 'use-as-dictionary'],
])
/** With these a service would answer that the browser's own copy will do, or in a coding of which only the browser has the key. */
const NEEDLESS: ReadonlySet<string> = new Set(['if-none-match', 'if-modified-since', 'available-dictionary'])
/** Charsets that do not hold ASCII as such. */
const WIDE_CHARSET = /charset\s*=\s*["']?\s*(?:utf-?16|utf-?32|ucs-?2|ucs-?4|iso-10646|utf-7|unicode|hz-gb|iso-2022)/i

/** The HTML documents of web chats: each gets the script that shows notices, where its content security policy can hold. */
export class Documents {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Call it before the request is sent: what would keep the document from coming whole is taken out of it.
   * @returns undefined for everything but a document that a browser opens in a window of its own
   */
  navigation(
    { method, fields }: { readonly method: string; readonly fields: Fields },
    { client, scheme, target: { host, port } }: InterceptedConnection,
    platform: Platform,
    target: Pick<RequestTarget, 'path' | 'query' | 'headers'>,
  ): Navigation | undefined {
    if (method !== 'GET' || scheme !== 'https' || fields.get('sec-fetch-dest') !== 'document') return undefined
    if (fields.get('sec-fetch-mode') !== 'navigate' || !isPageOf(platform, target.path, target.query)) return undefined
    fields.dropNamed(NEEDLESS)
    const takesGzip = /(?:^|,)\s*gzip\s*(?:,|$)/i.test(fields.get('accept-encoding') ?? '')
    const address = new URL(`https://${host.includes(':') ? `[${host}]` : host}:${port}${BANNER_PATH}notices`)
    // With it from the start: a prompt may be sent before the page listens.
    const cookie = personOf(client, target.headers.cookie) === undefined ? `Set-Cookie: ${newCookie()}\r\n` : ''
    return { rewrite: (head) => this.#rewrite(head, address, takesGzip, cookie) }
  }

  #rewrite(head: AnswerHead, address: URL, takesGzip: boolean, cookie: FieldBlock): Rewriting | undefined {
    if (head.status !== 200 || head.body === 'none') return undefined
    const raw = toRawHeaders(head.fields)
    const type = fieldOf(raw, 'content-type') ?? ''
    if (!/^\s*text\/html\s*(?:;|$)/i.test(type)) return undefined
    if (/^\s*attachment/i.test(fieldOf(raw, 'content-disposition') ?? '')) return undefined
    const coding = (fieldOf(raw, 'content-encoding') ?? '').trim().toLowerCase()
    const permission = permit(policiesIn(raw), address)
    const obstacle = mustStayAsItIs(head.fields)
      ? 'no_transform'
      : WIDE_CHARSET.test(type)
        ? 'charset'
        : !isReadable(coding)
          ? 'encoding'
          : undefined
    if (permission === undefined || obstacle !== undefined) {
      this.#options.count(obstacle ?? 'content_policy')
      return undefined
    }
    const isCompressed = !isPlain(coding) && takesGzip
    const script = Buffer.from(`<script nonce="${permission.nonce}">${PAGE_SCRIPT}</script>`)
    const onPlaced = (isPlaced: boolean) => this.#options.count(isPlaced ? 'added' : 'no_place')
    return {
      head: { ...head, body: 'streamed', fields: rewriteFields(raw, permission.values, isCompressed) + cookie },
      open: (sink) => new DocumentBody({ coding, isCompressed, script, sink, onPlaced }),
    }
  }
}

function isPageOf({ id, isOwnPath }: Platform, path: string, query: URLSearchParams): boolean {
  return WEB_APPS.has(id) && (isOwnPath === undefined || isOwnPath(path, query))
}

const POLICY = 'content-security-policy'
const REPORTED_POLICY = 'content-security-policy-report-only'

function isPolicy(name: string): boolean {
  const lower = name.toLowerCase()
  return lower === POLICY || lower === REPORTED_POLICY
}

function policiesIn(raw: readonly string[]): PolicyHeader[] {
  return pairs(raw).flatMap(([name, value]) =>
    isPolicy(name) ? [{ value, isReportOnly: name.toLowerCase() === REPORTED_POLICY }] : [],
  )
}

/** @param policies the values of the page's policies, in their order */
function rewriteFields(raw: readonly string[], policies: readonly string[], isCompressed: boolean): FieldBlock {
  let block = ''
  let at = 0
  for (const [name, value] of pairs(raw)) {
    if (isPolicy(name)) block += `${name}: ${policies[at++] ?? value}\r\n`
    else if (!OF_THE_BODY.has(name.toLowerCase())) block += `${name}: ${value}\r\n`
  }
  // A copy of it is of no use: what listens belongs to this proxy, and its nonce to this answer.
  return `${block}Cache-Control: no-store\r\n${isCompressed ? 'Content-Encoding: gzip\r\n' : ''}`
}

function fieldOf(raw: readonly string[], wanted: string): string | undefined {
  return pairs(raw).find(([name]) => name.toLowerCase() === wanted)?.[1]
}

function pairs(raw: readonly string[]): [name: string, value: string][] {
  const result: [string, string][] = []
  for (let at = 0; at + 1 < raw.length; at += 2) result.push([raw[at] ?? '', raw[at + 1] ?? ''])
  return result
}
