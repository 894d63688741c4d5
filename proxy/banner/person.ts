import { randomBytes } from 'node:crypto'
import type { Client } from '../http/connection.ts'
import type { FieldBlock } from '../http/exchange.ts'
import type { Fields } from '../http/fields.ts'

/**
 * Who hears a notice: the user that a client is, where that is known. Otherwise the browser, by a cookie that the proxy gives
 * to a page's stream and takes out of every request: an address may be shared by many.
 */

/** Only an encrypted answer of the host itself can set it (draft-ietf-httpbis-rfc6265bis, section 4.1.3). */
const COOKIE = '__Host-weir-banner'
const VALUE = /^[A-Za-z0-9_-]{22}$/
const NAMES: ReadonlySet<string> = new Set(['cookie'])

/** @param cookies of the request, as they came; undefined: there are none */
export function personOf({ userId, user }: Client, cookies: string | undefined): string | undefined {
  if (userId !== undefined) return `user ${userId}`
  if (user !== undefined) return `name ${user}`
  const value = cookies?.includes(COOKIE) === true ? valueIn(cookies) : undefined
  return value === undefined ? undefined : `browser ${value}`
}

/**
 * A cookie for a browser that has none, as the value of Set-Cookie. No script can read it, and of other sites only links send it: were it
 * Strict, each link to a chat would give its browser another one, which the pages that are open do not listen for.
 */
export function newCookie(): string {
  return `${COOKIE}=${randomBytes(16).toString('base64url')}; Path=/; Secure; HttpOnly; SameSite=Lax`
}

/** Keeps the cookie from being sent on. @returns the others, as lines on the wire; empty where nothing was changed */
export function withoutCookie(fields: Fields): FieldBlock {
  const values: string[] = []
  let isThere = false
  for (let index = 0; index < fields.count; index++) {
    if (fields.nameLengthAt(index) !== 'cookie'.length || fields.nameAt(index).toLowerCase() !== 'cookie') continue
    const value = fields.valueAt(index)
    if (value.includes(COOKIE)) isThere = true
    values.push(value)
  }
  if (!isThere) return ''
  fields.dropNamed(NAMES)
  const others = values.flatMap(pairs).filter((pair) => !isOurs(pair))
  return others.length === 0 ? '' : `Cookie: ${others.join('; ')}\r\n`
}

function pairs(cookies: string): string[] {
  return cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
}

function isOurs(pair: string): boolean {
  return pair.startsWith(`${COOKIE}=`)
}

function valueIn(cookies: string): string | undefined {
  const value = pairs(cookies)
    .find(isOurs)
    ?.slice(COOKIE.length + 1)
  return value !== undefined && VALUE.test(value) ? value : undefined
}
