import { Readable } from 'node:stream'
import { nextTurn } from '../turns/next-turn.ts'
import type { ApiContext } from './context.ts'

/** What is handed to the socket at once; a shorter answer is sent as a whole, with its length. */
const CHUNK_CHARACTERS = 65_536

/**
 * Sends a body as JSON. A long one is written as fast as it is read and never stands in memory as one text.
 */
export function sendJson(ctx: ApiContext, body: unknown): void {
  const chunks = jsonChunks(body)
  const first = chunks.next()
  const second = chunks.next()
  ctx.type = 'json'
  if (first.done === true || second.done === true) {
    ctx.body = first.done === true ? '' : first.value
    return
  }
  ctx.body = Readable.from(concat([first.value, second.value], chunks), { objectMode: false })
}

/** One at each turn of the event loop: many long answers at once are made side by side, and others come between. */
async function* concat(head: readonly string[], rest: Iterable<string>): AsyncGenerator<string> {
  yield* head
  for (const chunk of rest) {
    await nextTurn()
    yield chunk
  }
}

/** JSON.stringify in pieces: the members of the outermost value, and those of lists among them, one by one. */
export function* jsonChunks(body: unknown): Generator<string, void> {
  let chunk = ''
  for (const piece of piecesOf(body)) {
    chunk += piece
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

function* piecesOf(body: unknown): Generator<string, void> {
  if (Array.isArray(body)) yield* listPieces(body)
  else if (typeof body !== 'object' || body === null) yield JSON.stringify(body)
  else yield* objectPieces(body)
}

function* objectPieces(body: object): Generator<string, void> {
  let separator = '{'
  for (const [name, value] of Object.entries(body)) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    separator = ','
    if (Array.isArray(value)) yield* listPieces(value)
    else yield JSON.stringify(value)
  }
  yield separator === '{' ? '{}' : '}'
}

function* listPieces(list: readonly unknown[]): Generator<string, void> {
  let separator = '['
  for (const item of list) {
    yield `${separator}${JSON.stringify(item) ?? 'null'}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
