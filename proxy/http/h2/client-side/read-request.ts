import { isAmbiguous } from '../../ambiguous-target.ts'
import { Fields } from '../../fields.ts'
import { MessageError } from '../../h1/errors.ts'
import { h1Limits } from '../../h1/limits.ts'
import { finishHead } from '../../h1/read-request.ts'
import { isTarget, isToken, readFields } from '../../h1/syntax.ts'
import type { RequestFraming, RequestHead } from '../../heads.ts'
import type { RawHeaders } from '../raw-headers.ts'

/** Pseudo-headers of a request (RFC 9113 section 8.3.1). */
interface Control {
  method: string | undefined
  scheme: string | undefined
  authority: string | undefined
  path: string | undefined
  /** RFC 8441 section 4. */
  protocol: string | undefined
}

/**
 * Reads the header list of a request, which the framer has decoded, into the head that the gate knows: Host first, cookies in
 * one field. What a message in HTTP/1.1 is refused for, it is refused for here (docs/decisions/0014), and no more than that
 * is left to the framer: a second parser must not find another request in what is sent on.
 * @param isComplete no body follows
 * @throws MessageError
 */
export function readRequest(raw: RawHeaders, scheme: string, isComplete: boolean): RequestHead {
  const control: Control = {
    method: undefined,
    scheme: undefined,
    authority: undefined,
    path: undefined,
    protocol: undefined,
  }
  const regular = readControl(raw, control)
  const { path, protocol } = control
  const isExtendedConnect = protocol !== undefined
  if (isExtendedConnect && (control.method !== 'CONNECT' || protocol !== 'websocket')) {
    throw new MessageError('the only :protocol that is spoken here is websocket, with CONNECT')
  }
  // The exchange and the gate know a WebSocket as the GET that it begins with in HTTP/1.1.
  const method = isExtendedConnect ? 'GET' : control.method
  if (method === undefined || !isMadeOf(method, isToken)) throw new MessageError('the method is malformed')
  if (method === 'CONNECT') throw new MessageError('CONNECT is not spoken inside a tunnel')
  if (control.scheme !== scheme) throw new MessageError(':scheme is not that of the connection')
  if (
    path === undefined ||
    !isMadeOf(path, isTarget) ||
    !(path.startsWith('/') || (path === '*' && method === 'OPTIONS'))
  )
    throw new MessageError('the request target is malformed')
  if (path.length > h1Limits.targetBytes) throw new MessageError('the request target is too long', 414)
  if (isAmbiguous(path)) throw new MessageError('the path of the request target holds a backslash')
  const fields = toFields(raw, regular, control.authority)
  const head = finishHead(method, path, 1, fields)
  if (isExtendedConnect) {
    if (isComplete || head.framing !== 'none') throw new MessageError('a WebSocket has no body of its own')
    return { ...head, keepAlive: true, upgrade: protocol, expectsContinue: false, isExtendedConnect }
  }
  const framing = framingOf(head.framing, isComplete)
  return {
    ...head,
    framing,
    // A request with a connection-specific field is malformed (RFC 9113 section 8.2.2); the framer refuses it.
    keepAlive: true,
    upgrade: undefined,
    expectsContinue: fields.get('expect') !== undefined && framing !== 'none' && framing !== 0,
  }
}

/** What stands in for a head that cannot be read, so that its stream can be answered. */
export function unreadableRequest(raw: RawHeaders): RequestHead {
  const at = raw.indexOf(':method')
  const method = at === -1 ? 'GET' : (raw[at + 1] ?? 'GET')
  return {
    method,
    target: '/',
    minorVersion: 1,
    fields: new Fields(''),
    framing: 'none',
    keepAlive: true,
    expectsContinue: false,
    upgrade: undefined,
  }
}

/** @returns where the regular fields begin: pseudo-headers come first, each once (section 8.3) */
function readControl(raw: RawHeaders, control: Control): number {
  let at = 0
  for (; at + 1 < raw.length && raw[at]?.charCodeAt(0) === COLON; at += 2) {
    const name = raw[at]?.slice(1)
    if (name !== 'method' && name !== 'scheme' && name !== 'authority' && name !== 'path' && name !== 'protocol') {
      throw new MessageError('there is an unknown pseudo-header')
    }
    if (control[name] !== undefined) throw new MessageError(`there is more than one :${name}`)
    control[name] = raw[at + 1] ?? ''
  }
  return at
}

/** As lines on the wire. Each has to be the one field it was in the list: no name or value may make two of it. */
function toFields(raw: RawHeaders, from: number, authority: string | undefined): Fields {
  let text = ''
  let host = authority
  let cookies: string | undefined
  const lengths: number[] = [4]
  for (let at = from; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    const value = raw[at + 1] ?? ''
    if (name === 'host') {
      // Section 8.3.1: a Host that differs from :authority makes the request malformed.
      if (host !== undefined && host.toLowerCase() !== value.toLowerCase()) {
        throw new MessageError(':authority and Host name different hosts')
      }
      host ??= value
    } else if (name === 'cookie') {
      // Section 8.2.3: pieces of one cookie header.
      cookies = cookies === undefined ? value : `${cookies}; ${value}`
    } else {
      text += `${name}: ${value}\r\n`
      lengths.push(name.length)
    }
  }
  if (host === undefined || host === '') throw new MessageError('there is neither :authority nor a Host field')
  if (cookies !== undefined) {
    text += `cookie: ${cookies}\r\n`
    lengths.push(6)
  }
  if (text.length + (cookies?.length ?? 0) > h1Limits.headBytes) throw new MessageError('the head is too large', 431)
  const fields = readFields(`Host: ${host}\r\n${text}`, 0, h1Limits.fields)
  if (fields.count !== lengths.length || lengths.some((length, index) => fields.nameLengthAt(index) !== length)) {
    throw new MessageError('a header field holds a line end or a colon in its name')
  }
  return fields
}

/** A body without a length has its end in its frames. */
function framingOf(stated: RequestFraming, isComplete: boolean): RequestFraming {
  if (!isComplete) return stated === 'none' ? 'chunked' : stated
  if (stated !== 'none' && stated !== 0) throw new MessageError('Content-Length promises a body that does not come')
  return stated
}

const COLON = 58

function isMadeOf(text: string, is: (code: number) => boolean): boolean {
  for (let at = 0; at < text.length; at++) if (!is(text.charCodeAt(at))) return false
  return text !== ''
}
