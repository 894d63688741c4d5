import { isForConnection } from '../connection-auth.ts'
import type { AnswerHead } from '../exchange.ts'
import { FieldNames, type Fields } from '../fields.ts'
import { ANSWER_HOP_BY_HOP, connectionOptions } from '../hop-by-hop.ts'
import { MessageError } from './errors.ts'
import { h1Limits } from './limits.ts'
import { CR, isBlank, isToken, isValue, LF, readFields, SP } from './syntax.ts'

/** How the body of an answer is framed; a number is its length in bytes. */
export type AnswerFraming = 'none' | 'chunked' | 'until_close' | number

export interface Answer {
  readonly head: AnswerHead
  readonly framing: AnswerFraming
  /** The connection may be used again when the answer has ended. */
  readonly keepAlive: boolean
  /** Seconds of `Keep-Alive: timeout=N`; undefined where nothing is said. */
  readonly keepAliveSeconds: number | undefined
  /** What `Upgrade` says. */
  readonly upgrade: string | undefined
}

const PROTOCOL = Buffer.from('HTTP/')
const VERSION_1 = 'HTTP/1.'
const BLANK_LINE = Buffer.from('\r\n\r\n')
const DIGIT_0 = 48

/** Where the head of an answer ended that was read. */
export interface HeadEnd {
  at: number
}

/**
 * Reads the head of an answer, if all of it has come. Nearly all are as they should be: those are gone through once.
 * @param from how far was looked already
 * @param method of the request, as HEAD has no body behind its head
 * @param end gets where it ends
 * @returns undefined where more has to come
 * @throws MessageError
 */
export function readAnswer(bytes: Buffer, from: number, method: string, end: HeadEnd): Answer | undefined {
  const blank = from === 0 ? bytes.indexOf(BLANK_LINE) : -1
  if (blank !== -1 && blank + BLANK_LINE.length <= h1Limits.headBytes) {
    end.at = blank + BLANK_LINE.length
    const answer = readStrictly(bytes.toString('latin1', 0, blank + 2), method)
    if (answer !== undefined) return answer
  }
  end.at = findAnswerEnd(bytes, 0, from)
  return end.at === -1 ? undefined : readAnswerHead(bytes, 0, end.at, method)
}

/**
 * @param text up to the first CR LF CR LF, with the first CR LF
 * @returns undefined where a line is not as it should be: then the head may have ended before
 */
function readStrictly(text: string, method: string): Answer | undefined {
  const minor = text.charCodeAt(7) - DIGIT_0
  if (!text.startsWith(VERSION_1) || (minor !== 0 && minor !== 1) || text.charCodeAt(8) !== SP) return undefined
  const status = number(text, 9, 12)
  if (status < 100) return undefined
  let at = 12
  while (isValue(text.charCodeAt(at))) at++
  if (text.charCodeAt(at) !== CR || text.charCodeAt(at + 1) !== LF) return undefined
  const hasReason = at > 13
  if (at > 12 && text.charCodeAt(12) !== SP) return undefined
  if (hasReason && (isBlank(text.charCodeAt(13)) || isBlank(text.charCodeAt(at - 1)))) return undefined
  let fields: Fields
  try {
    fields = readFields(text, at + 2, h1Limits.fields)
  } catch (error) {
    if (error instanceof MessageError) return undefined
    throw error
  }
  return finishAnswer(status, hasReason ? text.slice(13, at) : '', minor, fields, method)
}

/** Digits alone; -1 of anything else. */
function number(text: string, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - DIGIT_0
    if (!(digit >= 0 && digit <= 9)) return -1
    value = value * 10 + digit
  }
  return value
}

/**
 * Finds the end of an answer's head, however its lines end: the index behind its blank line, or -1 where more has to come.
 * @param from how far was looked already
 * @throws MessageError where it is too large, or no HTTP at all
 */
function findAnswerEnd(bytes: Buffer, start: number, from = start): number {
  for (let at = 0; at < PROTOCOL.length && start + at < bytes.length; at++) {
    if (bytes[start + at] !== PROTOCOL[at]) throw new MessageError('it does not begin with HTTP/')
  }
  const limit = Math.min(bytes.length, start + h1Limits.headBytes)
  const end = findBlankLine(bytes, Math.max(start, from - 2), limit)
  if (end === -1 && limit === start + h1Limits.headBytes) throw new MessageError('the head is too large')
  return end
}

/** A loop: what it goes through is short, and three calls into the runtime cost more. */
function findBlankLine(bytes: Buffer, from: number, limit: number): number {
  for (let at = from; at < limit; at++) {
    if (bytes[at] !== LF) continue
    const next = bytes[at + 1]
    const end = next === LF ? at + 2 : next === CR && bytes[at + 2] === LF ? at + 3 : -1
    if (end !== -1 && end <= limit) return end
  }
  return -1
}

/**
 * Reads the head of an answer: generously, but what it gives is clean, so that it can be passed on as it is. 1xx answers
 * come out like others.
 * @param method of the request, as HEAD has no body behind its head
 * @throws MessageError where it contradicts itself, or cannot be read at all
 */
function readAnswerHead(bytes: Buffer, start: number, end: number, method: string): Answer {
  // Without the blank line, before whose LF there may be a CR. Cut off afterwards, it would leave a string that is read through another.
  const text = bytes.toString('latin1', start, bytes[end - 2] === CR ? end - 2 : end - 1)
  const lineEnd = text.indexOf('\n')
  const match = /^HTTP\/1\.([0-9]) +([0-9]{3})(?:[ \t]+([^\r\n]*))?\r?$/.exec(text.slice(0, lineEnd))
  if (match === null) throw new MessageError('its status line is malformed')
  const status = Number(match[2])
  if (status < 100) throw new MessageError('its status is none of HTTP')
  const reason = printable(match[3] ?? '')
  return finishAnswer(status, reason, match[1] === '0' ? 0 : 1, readOrRepair(text, lineEnd + 1), method)
}

/** Lines of fields, without the blank one. @throws MessageError where there are too many of them */
export function readOrRepair(text: string, from: number): Fields {
  try {
    return readFields(text, from, h1Limits.fields)
  } catch (error) {
    if (!(error instanceof MessageError) || error.status === 431) throw error
    return readFields(repair(text.slice(from)), 0, h1Limits.fields)
  }
}

/**
 * Cleans fields that break the rules: lines end as they should, folded lines are joined, blanks before a colon and control
 * characters are left out, and so is a line that is no field (RFC 9112 sections 2.2, 5.1 and 5.2 allow or ask for all of it).
 */
function repair(block: string): string {
  const unfolded = block.replace(/\r?\n[ \t]+/g, ' ')
  let clean = ''
  for (const line of unfolded.split(/\r?\n/)) {
    const colon = line.indexOf(':')
    if (colon === -1) continue
    const name = line.slice(0, colon).replace(/[ \t]+$/, '')
    if (name === '' || ![...name].every((character) => isToken(character.charCodeAt(0)))) continue
    clean += `${name}: ${printable(line.slice(colon + 1))}\r\n`
  }
  return clean
}

/** Without control characters, and without blanks at its ends. */
function printable(text: string): string {
  let clean = ''
  let start = 0
  for (let at = 0; at < text.length; at++) {
    if (isValue(text.charCodeAt(at))) continue
    clean += text.slice(start, at)
    start = at + 1
  }
  clean += text.slice(start)
  let from = 0
  let to = clean.length
  while (from < to && isBlank(clean.charCodeAt(from))) from++
  while (to > from && isBlank(clean.charCodeAt(to - 1))) to--
  return clean.slice(from, to)
}

/**
 * What the fields say of the answer itself; those of this hop are marked not to be passed on.
 * @throws MessageError where they contradict each other
 */
export function finishAnswer(
  status: number,
  reason: string,
  minorVersion: 0 | 1,
  fields: Fields,
  method: string,
): Answer {
  let length: string | undefined
  let isStatedOften = false
  let coding: string | undefined
  let connection = ''
  let keepAliveValue: string | undefined
  let upgrade: string | undefined
  let namesConnection = false
  for (let index = 0; index < fields.count; index++) {
    const name = fields.among(index, SPECIAL_NAMES)
    if (name !== undefined && ANSWER_HOP_BY_HOP.has(name)) fields.drop(index)
    switch (name) {
      case 'content-length': {
        const value = fields.valueAt(index)
        // A second field, or one with a list.
        isStatedOften = length !== undefined
        length = sameLength(length, value)
        isStatedOften ||= value !== length
        break
      }
      case 'transfer-encoding':
        coding = coding === undefined ? fields.valueAt(index) : `${coding}, ${fields.valueAt(index)}`
        break
      case 'connection':
        connection += `${fields.valueAt(index)},`
        break
      case 'keep-alive':
        keepAliveValue = fields.valueAt(index)
        break
      case 'www-authenticate':
        namesConnection ||= isForConnection(fields.valueAt(index))
        break
      case 'upgrade':
        upgrade = fields.valueAt(index)
        break
    }
  }
  const named = connectionOptions(connection)
  fields.dropNamed(named.has('content-length') ? withoutLength(named) : named)
  const framing = readFraming(status, method, length, coding)
  const body = bodyOf(status, framing, length)
  if (length !== undefined && (body !== 'framed' || isStatedOften)) fields.dropNamed(CONTENT_LENGTH)
  const again = body === 'framed' && isStatedOften ? `Content-Length: ${length}\r\n` : ''
  const wantsMore = minorVersion === 1 ? !named.has('close') : named.has('keep-alive') && coding === undefined
  const seconds = keepAliveValue === undefined ? undefined : KEEP_ALIVE_SECONDS.exec(keepAliveValue)?.[1]
  return {
    head: { status, reason, fields: fields.forwardable() + again, body, namesConnection },
    framing,
    keepAlive: wantsMore && framing !== 'until_close',
    keepAliveSeconds: seconds === undefined ? undefined : Number(seconds),
    upgrade,
  }
}

const KEEP_ALIVE_SECONDS = /(?:^|[,;\s])timeout=(\d{1,6})/i
const CONTENT_LENGTH: ReadonlySet<string> = new Set(['content-length'])
const SPECIAL_NAMES = new FieldNames(['content-length', 'www-authenticate', ...ANSWER_HOP_BY_HOP])

/** Named by Connection or not, a length is kept where it frames the body. */
function withoutLength(named: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...named].filter((name) => name !== 'content-length'))
}

const ONE_LENGTH = /^\d{1,15}$/

/** One length stated several times is one length (RFC 9112 section 6.3). */
function sameLength(before: string | undefined, value: string): string {
  if (before === undefined && ONE_LENGTH.test(value)) return value
  const values = value.split(',').map((item) => item.trim())
  const [first = ''] = values
  if (!ONE_LENGTH.test(first) || values.some((item) => item !== first)) {
    throw new MessageError('its Content-Length is malformed')
  }
  if (before !== undefined && before !== first) throw new MessageError('it has two lengths')
  return first
}

/** RFC 9112 section 6.3. */
function readFraming(
  status: number,
  method: string,
  length: string | undefined,
  coding: string | undefined,
): AnswerFraming {
  if (coding !== undefined && length !== undefined) throw new MessageError('it has a length and a Transfer-Encoding')
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return 'none'
  if (coding !== undefined) {
    if (coding.trim().toLowerCase() !== 'chunked') throw new MessageError('its Transfer-Encoding is not chunked')
    return 'chunked'
  }
  return length === undefined ? 'until_close' : Number(length)
}

function bodyOf(status: number, framing: AnswerFraming, length: string | undefined): AnswerHead['body'] {
  if (framing === 'chunked' || framing === 'until_close') return 'streamed'
  // RFC 9110 section 8.6: neither 1xx nor 204 has a length; that of HEAD and 304 is of the body they do not have.
  return length === undefined || status < 200 || status === 204 ? 'none' : 'framed'
}
