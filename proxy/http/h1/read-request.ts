import { isAmbiguous } from '../ambiguous-target.ts'
import { FieldNames, type Fields } from '../fields.ts'
import type { RequestFraming, RequestHead } from '../heads.ts'
import { connectionOptions, REQUEST_HOP_BY_HOP } from '../hop-by-hop.ts'
import { MessageError } from './errors.ts'
import { h1Limits } from './limits.ts'
import { CR, isTarget, isToken, LF, readFields, SP } from './syntax.ts'

const SLASH = 47
const BLANK_LINE = Buffer.from('\r\n\r\n')

/**
 * Finds the end of a request's head: the index behind its blank line, or -1 where more has to come.
 * @param from how far was looked already
 * @throws MessageError where what came can no longer become a head
 */
export function findHeadEnd(bytes: Buffer, start: number, from: number): number {
  const found = bytes.indexOf(BLANK_LINE, Math.max(start, from - 3))
  if (found !== -1) {
    if (found + 4 - start > h1Limits.headBytes) throw new MessageError('the head is too large', 431)
    return found + 4
  }
  if (bytes.length - start > h1Limits.headBytes) throw new MessageError('the head is too large', 431)
  // Where no blank line comes, a client that ends its lines otherwise would wait for an answer until the deadline.
  for (let at = Math.max(start, from - 1); at < bytes.length; at++) {
    const byte = bytes[at]
    const isBare = byte === LF ? at === start || bytes[at - 1] !== CR : byte === CR && isBareReturn(bytes, at)
    if (isBare || byte === 0) throw new MessageError('a line does not end with CR LF, or holds NUL')
  }
  if (bytes.length > start && !isToken(bytes[start] ?? 0)) throw new MessageError('the method is malformed')
  return -1
}

function isBareReturn(bytes: Buffer, at: number): boolean {
  return at + 1 < bytes.length && bytes[at + 1] !== LF
}

/**
 * Reads the head of a request (RFC 9112 sections 3, 5 and 6) and refuses everything that two parsers could read differently.
 * @param end as findHeadEnd() gave it
 * @throws MessageError
 */
export function readRequestHead(bytes: Buffer, start: number, end: number): RequestHead {
  // Without the blank line.
  const text = bytes.toString('latin1', start, end - 2)
  let at = 0
  while (isToken(text.charCodeAt(at))) at++
  if (at === 0 || text.charCodeAt(at) !== SP) throw new MessageError('the method is malformed')
  const method = text.slice(0, at)
  const targetStart = at + 1
  at = targetStart
  while (isTarget(text.charCodeAt(at))) at++
  if (at === targetStart || text.charCodeAt(at) !== SP) throw new MessageError('the request target is malformed')
  if (at - targetStart > h1Limits.targetBytes) throw new MessageError('the request target is too long', 414)
  const target = text.slice(targetStart, at)
  if (target.charCodeAt(0) !== SLASH && !isOtherForm(method, target))
    throw new MessageError('the request target is malformed')
  if (isAmbiguous(target)) throw new MessageError('the path of the request target holds a backslash')
  const minorVersion = readVersion(text, at + 1)
  const fields = readFields(text, at + 11, h1Limits.fields)
  return finishHead(method, target, minorVersion, fields)
}

/** Whether a target that is no path is one of the other forms (RFC 9112 section 3.2); whom it names is for others to judge. */
function isOtherForm(method: string, target: string): boolean {
  return method === 'CONNECT' || target === '*' || /^https?:\/\//i.test(target)
}

/** `HTTP/1.0` or `HTTP/1.1` and the end of the line. */
function readVersion(text: string, at: number): 0 | 1 {
  const minor = text.charCodeAt(at + 7) - 48
  if (!text.startsWith('HTTP/1.', at) || (minor !== 0 && minor !== 1)) {
    throw new MessageError('only HTTP/1.0 and HTTP/1.1 are spoken here')
  }
  if (text.charCodeAt(at + 8) !== CR || text.charCodeAt(at + 9) !== LF) {
    throw new MessageError('the request line is malformed')
  }
  return minor
}

/** Fields that Node's parser read, under the rules of this one. @throws MessageError */
export function h1FieldsOf(rawHeaders: readonly string[]): Fields {
  let text = ''
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) text += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`
  return readFields(text, 0, h1Limits.fields)
}

/**
 * What the fields say of the message itself; those of this hop are marked not to be passed on (RFC 9110 section 7.6.1).
 * @throws MessageError
 */
export function finishHead(method: string, target: string, minorVersion: 0 | 1, fields: Fields): RequestHead {
  let hosts = 0
  let contentTypes = 0
  let length: string | undefined
  let coding: string | undefined
  let expect: string | undefined
  let upgrade: string | undefined
  let connection = ''
  for (let index = 0; index < fields.count; index++) {
    const name = fields.among(index, SPECIAL_NAMES)
    if (name !== undefined && REQUEST_HOP_BY_HOP.has(name)) fields.drop(index)
    switch (name) {
      case 'host':
        hosts++
        break
      case 'content-type':
        contentTypes++
        break
      case 'content-length':
        if (length !== undefined) throw new MessageError('there is more than one Content-Length field')
        length = fields.valueAt(index)
        break
      case 'transfer-encoding':
        if (coding !== undefined) throw new MessageError('there is more than one Transfer-Encoding field')
        coding = fields.valueAt(index)
        break
      case 'connection':
        connection += `${fields.valueAt(index)},`
        break
      case 'expect':
        expect = fields.valueAt(index)
        break
      case 'upgrade':
        upgrade = upgrade === undefined ? fields.valueAt(index) : `${upgrade}, ${fields.valueAt(index)}`
        break
    }
  }
  if (hosts > 1) throw new MessageError('there is more than one Host field')
  if (hosts === 0 && minorVersion === 1) throw new MessageError('there is no Host field')
  if (contentTypes > 1) throw new MessageError('there is more than one Content-Type field')
  if (expect !== undefined && expect.toLowerCase() !== '100-continue') {
    throw new MessageError('the only supported expectation is 100-continue', 417)
  }
  if (connection.length > h1Limits.connectionBytes) throw new MessageError('Connection names too much', 431)
  const framing = readFraming(length, coding, minorVersion)
  const options = connectionOptions(connection)
  if (options.size > 0) {
    for (const option of options) {
      if (READS_THE_BODY.has(option)) throw new MessageError(`Connection may not name ${option}`)
    }
    fields.dropNamed(options)
  }
  const isUpgrade = upgrade !== undefined && options.has('upgrade') && minorVersion === 1 && isBodiless(framing)
  return {
    method,
    target,
    minorVersion,
    fields,
    framing,
    keepAlive: minorVersion === 1 ? !options.has('close') : options.has('keep-alive') && !options.has('close'),
    expectsContinue: expect !== undefined && minorVersion === 1 && !isBodiless(framing),
    upgrade: isUpgrade ? upgrade : undefined,
  }
}

const SPECIAL_NAMES = new FieldNames(['host', 'content-type', 'content-length', ...REQUEST_HOP_BY_HOP])

/** A field that one of two hops drops and the other heeds would have them read two different bodies. */
const READS_THE_BODY: ReadonlySet<string> = new Set([
  'content-type',
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'host',
])

/** RFC 9112 section 6.3, without its repairs. @throws MessageError */
export function readFraming(
  length: string | undefined,
  coding: string | undefined,
  minorVersion: 0 | 1,
): RequestFraming {
  if (coding !== undefined) {
    if (length !== undefined) throw new MessageError('the length of the body is stated twice')
    if (minorVersion === 0) throw new MessageError('Transfer-Encoding does not exist in HTTP/1.0')
    if (coding.toLowerCase() !== 'chunked') throw new MessageError('the only supported Transfer-Encoding is chunked')
    return 'chunked'
  }
  if (length === undefined) return 'none'
  // No sign, no list, no leading zeros, and nothing that a number cannot hold.
  if (!/^(?:0|[1-9]\d{0,14})$/.test(length)) throw new MessageError('Content-Length is malformed')
  return Number(length)
}

function isBodiless(framing: RequestFraming): boolean {
  return framing === 'none' || framing === 0
}
