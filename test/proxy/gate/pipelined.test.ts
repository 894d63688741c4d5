import { hash } from 'node:crypto'
import test from 'ava'
import { connectIntercepted } from '../../support/intercepted.ts'
import { fileScope } from '../../support/scope.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const CONNECTIONS = 4
const REQUESTS = 40
const LENGTHS = [30, 700, 4000, 16_300, 17_000, 33_000, 90_000]
const PIECES = [1, 300, 5000, 16_384, 40_000, 150_000]
let weir: Weir

test.before(async () => {
  const upstream = await startUpstream(scope, {
    hosts: [HOST],
    answer: ({ method, headers }, response, body) =>
      response.end(`${method} ${headers['x-number']} ${headers['content-length']} ${hash('sha256', body)}\n`),
  })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
})

/** Some number below `below`, the same in every run. */
function pick(seed: number, below: number): number {
  return Number.parseInt(hash('sha256', `${seed}`).slice(0, 8), 16) % below
}

function requestOf(seed: number): { readonly wire: string; readonly answer: string } {
  const length = LENGTHS[pick(seed, LENGTHS.length)] ?? 0
  const input = `prompt ${seed}: `.padEnd(length, `lorem ${seed} ipsum `)
  const body = JSON.stringify({ model: 'gpt-5', input })
  const method = pick(seed + 1000, 2) === 0 ? 'PUT' : 'POST'
  const isChunked = pick(seed + 2000, 3) === 0
  const half = pick(seed + 3000, body.length)
  const pieces = [body.slice(0, half), body.slice(half)].filter((piece) => piece !== '')
  const framing = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const sent = isChunked
    ? `${pieces.map((piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`).join('')}0\r\n\r\n`
    : body
  const padding = 'x'.repeat(pick(seed + 4000, 900))
  const head = `${method} /v1/responses HTTP/1.1\r\nHost: ${HOST}\r\nX-Number: ${seed}\r\nX-Padding: ${padding}\r\nConnection: X-Padding\r\n`
  return {
    wire: `${head}Content-Type: application/json\r\n${framing}\r\n\r\n${sent}`,
    answer: `${method} ${seed} ${body.length} ${hash('sha256', body)}\n`,
  }
}

test('prompts that come one behind the other, in pieces of any size, are sent on as they are', async (t) => {
  t.timeout(120_000)
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const requests = Array.from({ length: REQUESTS }, (_, number) => requestOf(connection * REQUESTS + number))
      const bytes = requests.map(({ wire }) => wire).join('')
      const socket = await connectIntercepted(t, weir, HOST)
      let came = ''
      socket.setEncoding('latin1').on('data', (text: string) => {
        came += text
      })
      for (let at = 0, piece = 0; at < bytes.length; piece++) {
        const length = PIECES[pick(connection * 10_000 + piece, PIECES.length)] ?? 1
        socket.write(bytes.slice(at, at + length), 'latin1')
        at += length
        if (piece % 3 === 0) await new Promise((resolve) => setImmediate(resolve))
      }
      const answered = () => [...came.matchAll(/^(?:PUT|POST) \d+ \d+ [0-9a-f]{64}\n/gm)].map(([line]) => line)
      await until(
        () => answered().length === REQUESTS,
        () => `${answered().length} of ${REQUESTS} answers: ${came.slice(-300)}`,
      )
      t.deepEqual(
        answered(),
        requests.map(({ answer }) => answer),
      )
    }),
  )
})
