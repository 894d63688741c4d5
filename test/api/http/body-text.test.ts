import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import type { ApiError } from '../../../api/http/api-error.ts'
import { readBodyText } from '../../../api/http/body-text.ts'

const LIMIT = 100_000

/** Sends these bytes and says what became of the body: its text, or the status of the error. */
async function send(t: ExecutionContext, bytes: readonly (string | Buffer)[], ends = false): Promise<string | number> {
  const read = Promise.withResolvers<string | number>()
  const server = createServer((request: IncomingMessage, response) => {
    readBodyText(request, LIMIT)
      .then(read.resolve, (error: ApiError) => read.resolve(error.status))
      .finally(() => response.end())
  })
  await listening(server)
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  t.teardown(() => {
    socket.destroy()
    server.close()
  })
  for (const piece of bytes) await new Promise((resolve) => socket.write(piece, resolve))
  if (ends) socket.end()
  return read.promise
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function head(length: number, encoding?: string): string {
  const more = encoding === undefined ? '' : `content-encoding: ${encoding}\r\n`
  return `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n${more}\r\n`
}

test('a body arrives in pieces, and is decoded as its Content-Encoding says', async (t) => {
  const text = `{"a":"${'é'.repeat(20_000)}"}`
  const plain = Buffer.from(text)
  // In the middle of a character.
  t.is(await send(t, [head(plain.length), plain.subarray(0, 1001), plain.subarray(1001)]), text)
  for (const [encoding, body] of [
    ['gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', plain],
  ] as const) {
    t.is(await send(t, [head(body.length, encoding), body]), text, encoding)
  }
  t.is(await send(t, [head(0)]), '')
  t.is(await send(t, ['POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n']), '{}')
  t.is(await send(t, [head(5), '\uFEFF{}']), '{}', 'a byte order mark is none of the text')
})

test('one that is too long is refused, as soon as that is known', async (t) => {
  t.is(await send(t, [head(LIMIT + 1)]), 413, 'its length says it')
  const longer = 'a'.repeat(LIMIT + 1)
  const chunk = `POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n${longer.length.toString(16)}\r\n${longer}`
  t.is(await send(t, [chunk]), 413, 'its bytes say it')
  const bomb = gzipSync(Buffer.alloc(64 * LIMIT))
  t.is(await send(t, [head(bomb.length, 'gzip'), bomb]), 413, 'it unfolds to more')
})

test('one that ends early, or is not what it claims, is refused, and nobody waits for the rest', async (t) => {
  t.is(await send(t, [head(10), '{}'], true), 400)
  const body = gzipSync('{}')
  t.is(await send(t, [head(body.length + 10, 'gzip'), body.subarray(0, 5)], true), 400, 'compressed')
  t.is(await send(t, [head(body.length - 4, 'gzip'), body.subarray(0, -4)]), 400, 'cut short before it was sent')
  t.is(await send(t, [head(2, 'gzip'), '{}']), 400)
  t.is(await send(t, [head(2, 'zstd'), '{}']), 415)
})
