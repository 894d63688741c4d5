import { constants } from 'node:http2'
import type { Socket } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { UpstreamError, UpstreamTlsError } from '../../../../proxy/errors.ts'
import { END_HEADERS, END_STREAM, FRAME, frame, PREFACE, readFrames } from '../../../support/frames.ts'
import { askFor, connected, startExchanger } from '../../../support/h2-service.ts'
import { listen } from '../../../support/wire.ts'

const SETTINGS = frame(FRAME.settings, 0, 0)

/** Nothing was processed. */
function goaway(code: number): Buffer {
  const payload = Buffer.alloc(8)
  payload.writeUInt32BE(code, 4)
  return frame(FRAME.goaway, 0, 0, payload)
}

/** When a connection is there. */
const atOnce = (code: number) => (socket: Socket) => void socket.end(Buffer.concat([SETTINGS, goaway(code)]))
/** When something was asked for on it. */
const onRequest = (code: number) => (socket: Socket) => whenAsked(socket, () => socket.end(goaway(code)))
const answering = (socket: Socket) =>
  whenAsked(socket, (stream) =>
    socket.write(frame(FRAME.headers, END_HEADERS | END_STREAM, stream, Buffer.from([0x88]))),
  )

function whenAsked(socket: Socket, onAsked: (stream: number) => void): void {
  let came = Buffer.alloc(0)
  let isAsked = false
  socket.write(SETTINGS)
  socket.on('data', (bytes: Buffer) => {
    came = Buffer.concat([came, bytes])
    const asked = readFrames(came.subarray(PREFACE.length)).find(({ type }) => type === FRAME.headers)
    if (asked === undefined || isAsked) return
    isAsked = true
    onAsked(asked.stream)
  })
}

/** A service whose HTTP/2 comes to nothing. */
async function start(t: ExecutionContext, onH2: (socket: Socket) => void, hasH1 = true) {
  const h2 = await listen(t, onH2)
  const h1 = await listen(t, (socket) => {
    socket.on('data', () => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'))
  })
  const { exchanger, dialled } = startExchanger(t, h2.port, {}, async (protocol) => {
    if (protocol === 'h2') return connected(h2.port)
    if (!hasH1)
      throw new UpstreamTlsError('tls', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'it speaks nothing else')
    return connected(h1.port)
  })
  const fields = 'Host: a\r\nContent-Length: 1\r\n'
  const ask = () => askFor(exchanger, { method: 'POST', fields, body: Buffer.from('x') })
  return { ask, offers: () => dialled.map(([first]) => first) }
}

for (const [what, onH2, tries] of [
  ['ends each connection at once', atOnce(constants.NGHTTP2_NO_ERROR), 2],
  ['ends each connection at once with an error', atOnce(constants.NGHTTP2_ENHANCE_YOUR_CALM), 3],
  ['ends each connection when it is asked', onRequest(constants.NGHTTP2_NO_ERROR), 2],
  ['wants HTTP/1.1 for each connection', atOnce(constants.NGHTTP2_HTTP_1_1_REQUIRED), 1],
  ['wants HTTP/1.1 for each connection when it is asked', onRequest(constants.NGHTTP2_HTTP_1_1_REQUIRED), 1],
] as const) {
  test(`a service that ${what} is asked over HTTP/1.1`, async (t) => {
    const { ask, offers } = await start(t, onH2)
    const { head, error } = await ask()
    t.is(error, undefined)
    t.is(head?.status, 200)
    t.true(offers().length <= tries + 1, `${offers()}`)
    t.is(offers().at(-1), 'http/1.1')
    t.is((await ask()).head?.status, 200)
  })

  test(`a service that ${what} and has no other version leads to an error, soon`, async (t) => {
    const { ask, offers } = await start(t, onH2, false)
    t.true((await ask()).error instanceof UpstreamError)
    t.true(offers().length < 10, `${offers()}`)
  })
}

test('a service that ends each connection without a word is given up', async (t) => {
  const { ask, offers } = await start(t, (socket) => void socket.end())
  await ask()
  t.true(offers().length <= 5, `${offers()}`)
})

test('a service that speaks HTTP/2 alone and comes back is asked over it at once', async (t) => {
  let connections = 0
  const { ask, offers } = await start(
    t,
    (socket) => (++connections < 3 ? atOnce(constants.NGHTTP2_NO_ERROR)(socket) : answering(socket)),
    false,
  )
  const { head, error } = await ask()
  t.is(error, undefined)
  t.is(head?.status, 200)
  t.deepEqual(offers(), ['h2', 'h2', 'http/1.1', 'h2'])
})
