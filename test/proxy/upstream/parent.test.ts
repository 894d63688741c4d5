import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import test from 'ava'
import { UpstreamError } from '../../../proxy/errors.ts'
import { dialParent, type Parent } from '../../../proxy/upstream/parent.ts'
import { startUpstream } from '../../support/upstream.ts'
import { listen } from '../../support/wire.ts'

const HOST = 'parent.example'

test.before(() => {
  // What an operator sets in despair, and forgets.
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
})

test('an https parent proxy is verified, whatever the environment says, against the roots it is given', async (t) => {
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const parent = (host: string, ca?: string): Parent => ({
    url: new URL(`https://${host}:${upstream.port}`),
    hopId: 'hop',
    secureContext: createSecureContext({ ...(ca !== undefined && { ca }), minVersion: 'TLSv1.2' }),
    resolve: async () => ['127.0.0.1'],
    connectTimeoutMs: 60_000,
    handshakeMs: 60_000,
  })
  const ca = readFileSync(upstream.caFile, 'utf8')
  for (const wrong of [parent(HOST), parent('other.example', ca)]) {
    const error = await t.throwsAsync(dialParent(wrong), { instanceOf: UpstreamError })
    t.is((error as UpstreamError).failure, 'certificate')
  }
  const socket = await dialParent(parent(HOST, ca))
  t.true((socket as unknown as { authorized: boolean }).authorized)
  socket.destroy()
})

test('a server that is silent in the handshake is given up in time', async (t) => {
  const { port } = await listen(t, () => {})
  const silent: Parent = {
    url: new URL(`https://${HOST}:${port}`),
    hopId: 'hop',
    secureContext: createSecureContext(),
    resolve: async () => ['127.0.0.1'],
    connectTimeoutMs: 60_000,
    handshakeMs: 20,
  }
  const error = await t.throwsAsync(dialParent(silent), { instanceOf: UpstreamError })
  t.is((error as UpstreamError).failure, 'timeout')
})
