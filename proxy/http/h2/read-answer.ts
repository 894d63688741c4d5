import { STATUS_CODES } from 'node:http'
import type { AnswerHead, FieldBlock } from '../exchange.ts'
import { NO_TRAILERS } from '../h1/chunks.ts'
import { MessageError } from '../h1/errors.ts'
import { finishAnswer, readOrRepair } from '../h1/read-answer.ts'
import type { RawHeaders } from './raw-headers.ts'

/**
 * The head of a service's answer, ready to be passed on, under the rules that an answer in HTTP/1.1 is read by.
 * @param method of the request, as HEAD has no body behind its head
 * @param isComplete no body follows
 * @throws MessageError
 */
export function readAnswer(raw: RawHeaders, method: string, isComplete: boolean): AnswerHead {
  const status = Number(raw[raw.indexOf(':status') + 1])
  // The framer passes on nothing else as an answer.
  if (!(status >= 200 && status <= 999)) throw new MessageError('its status is none of HTTP')
  const { head } = finishAnswer(status, STATUS_CODES[status] ?? '', 1, readOrRepair(toLines(raw), 0), method)
  if (!isComplete || head.body !== 'streamed') return head
  // In HTTP/1.1 nothing but a length says that a body is empty.
  return { ...head, body: 'framed', fields: `${head.fields}content-length: 0\r\n` }
}

/** Trailers, without those that would frame, route or reinterpret the message (RFC 9110 section 6.5.1). */
export function readTrailers(raw: RawHeaders): FieldBlock {
  const fields = readOrRepair(toLines(raw), 0)
  fields.dropNamed(NO_TRAILERS)
  return fields.forwardable()
}

function toLines(raw: RawHeaders): string {
  let text = ''
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? ''
    if (!name.startsWith(':')) text += `${name}: ${raw[at + 1]}\r\n`
  }
  return text
}
