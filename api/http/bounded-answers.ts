import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { Middleware } from 'koa'
import type { ApiState } from './context.ts'

/** Of a text or a file, what is handed to the socket at once. */
const PIECE = 65_536

/**
 * Runs around everything else. A client that reads nothing of its answer loses the connection, and what it does not read
 * stays where it is: a whole text at the socket would be memory that anybody can take, on thousands of connections.
 * @param unreadMs milliseconds after which a client that took nothing of its answer has gone, or means harm
 */
export function boundAnswers(unreadMs: number): Middleware<ApiState> {
  return async (ctx, next) => {
    await next()
    // Not ctx.res.socket: behind another answer on the same connection that is not there yet.
    const { socket } = ctx.req
    // Counts from the last byte that the client took. Node sets the time that a connection may be idle once all is sent.
    ctx.res.setTimeout(unreadMs, () => socket.destroy())
    const { body } = ctx
    if (ctx.method === 'HEAD' || !(typeof body === 'string' || Buffer.isBuffer(body)) || body.length <= PIECE) return
    const bytes = Buffer.byteLength(body)
    const pieces: Iterable<string | Buffer> = typeof body === 'string' ? textPieces(body) : bytePieces(body)
    ctx.body = Readable.from(inTurn(ctx.res, pieces), { objectMode: false })
    ctx.length = bytes
  }
}

/** Of hundreds of answers that a client has asked for in one go, only the first has the socket: the others hold nothing yet. */
async function* inTurn<Piece>(response: ServerResponse, pieces: Iterable<Piece>): AsyncGenerator<Piece, void> {
  if (response.socket === null) await new Promise((resolve) => response.once('socket', resolve))
  yield* pieces
}

/** Each a text of its own: no pair of surrogates is cut in two. */
function* textPieces(text: string): Generator<string, void> {
  for (let from = 0; from < text.length; ) {
    const to = from + PIECE
    const isCut = (text.codePointAt(to - 1) ?? 0) > 0xffff
    const piece = text.slice(from, isCut ? to + 1 : to)
    yield piece
    from += piece.length
  }
}

function* bytePieces(bytes: Buffer): Generator<Buffer, void> {
  for (let from = 0; from < bytes.length; from += PIECE) yield bytes.subarray(from, from + PIECE)
}
