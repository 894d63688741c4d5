import { hash } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { openIntercepted, postJson } from '../../support/intercepted.ts'
import { fileScope } from '../../support/scope.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
const CONNECTIONS = 16
let weir: Weir

test.before(async () => {
  const upstream = await startUpstream(scope, {
    hosts: [HOST],
    // The whole body twice, so that requests and answers are of a size, and each byte counts in both.
    answer: (_request, response, body) =>
      response.end(JSON.stringify({ digest: hash('sha256', body), body: `${body}` })),
  })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
})

/** Sends prompts of one size on a connection, one behind the answer to the other; resolves to how many were answered. */
async function converse(t: ExecutionContext, connection: number, requests: number, bytes: number): Promise<number> {
  const wire = await openIntercepted(t, weir, HOST)
  for (let at = 0; at < requests; at++) {
    const input = `prompt ${at} of connection ${connection}: `.padEnd(bytes, 'lorem ipsum dolor sit amet ')
    const body = JSON.stringify({ model: 'gpt-5', input })
    const expected = JSON.stringify({ digest: hash('sha256', body), body })
    wire.clear().send(postJson(HOST, '/v1/responses', body))
    const answer = await wire.expect(expected)
    t.regex(answer, /^HTTP\/1\.1 200 /)
  }
  return requests
}

for (const [requests, bytes] of [
  [2000, 2000],
  [200, 50_000],
] as const) {
  test.serial(
    `${requests} prompts of ${bytes} bytes on ${CONNECTIONS} kept connections are all answered`,
    async (t) => {
      t.timeout(180_000)
      // The remainder goes to the first connections.
      const shares = Array.from(
        { length: CONNECTIONS },
        (_, at) => Math.floor(requests / CONNECTIONS) + (at < requests % CONNECTIONS ? 1 : 0),
      )
      const answered = await Promise.all(shares.map((share, at) => converse(t, at, share, bytes)))
      t.is(
        answered.reduce((sum, count) => sum + count, 0),
        requests,
      )
    },
  )
}
