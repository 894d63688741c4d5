import type { Client, Introduction } from '../http/connection.ts'

/** In lower case. */
export const INTRODUCTION_HEADERS: ReadonlySet<string> = new Set(['x-forwarded-for', 'x-authenticated-user'])

export type IntroducedBy = 'off' | 'address' | 'user' | 'both'

/** Header values are ISO 8859-1 to Node, and UTF-8 to those who read these; nothing that could end a line is in a value. */
const PRINTABLE = /^[^\0-\x1f\x7f]+$/

/**
 * Says to a parent proxy who a client is (WEIR_UPSTREAM_PROXY_CLIENT), on CONNECT and on plain requests to it. No AI service gets to
 * see it: CONNECT ends at the parent.
 * @returns undefined where nobody is introduced
 */
export function createIntroduce(by: IntroducedBy): ((client: Client) => Introduction) | undefined {
  if (by === 'off') return undefined
  return ({ address, name }) => ({
    ...(by !== 'user' && { 'X-Forwarded-For': address }),
    ...(by !== 'address' && name !== undefined && PRINTABLE.test(name) && { 'X-Authenticated-User': inBytes(name) }),
  })
}

function inBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}
