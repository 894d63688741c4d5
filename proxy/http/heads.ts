import type { Fields } from './fields.ts'

/** How the body of a request is framed: not at all, by a length in bytes, or in chunks of which the last is empty. */
export type RequestFraming = 'none' | 'chunked' | number

/** The head of a request that broke no rule. */
export interface RequestHead {
  readonly method: string
  /** As it came: origin form, absolute form or `*`. */
  readonly target: string
  readonly minorVersion: 0 | 1
  readonly fields: Fields
  readonly framing: RequestFraming
  /** The client would send another request on this connection. */
  readonly keepAlive: boolean
  /** The client waits for 100 (Continue) before it sends the body. */
  readonly expectsContinue: boolean
  /** The protocols that the client offers to switch to; only of a request without a body, others are not upgraded. */
  readonly upgrade: string | undefined
  /** It came as CONNECT with :protocol in HTTP/2, and is told as the GET that it stands for (RFC 8441). */
  readonly isExtendedConnect?: boolean
}

/** Whether a body follows at all. */
export function hasBody({ framing }: Pick<RequestHead, 'framing'>): boolean {
  return framing !== 'none' && framing !== 0
}
