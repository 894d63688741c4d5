import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { createSecureContext } from 'node:tls'
import test from 'ava'
import { UPSTREAM_TLS } from '../../../certs/upstream-tls.ts'
import { createDialTls } from '../../../proxy/upstream/dial-tls.ts'
import { once } from '../../support/once.ts'
import { startUpstream } from '../../support/upstream.ts'

const HOUR = 3_600_000

test('a session is resumed for an hour, and then the server is verified anew', async (t) => {
  const upstream = await startUpstream(t, { hosts: ['up.example'] })
  let now = Date.now()
  const dialTls = createDialTls(
    async () => {
      const socket = connect(upstream.port, '127.0.0.1')
      await once(socket, 'connect')
      return socket
    },
    {
      secureContext: createSecureContext({ ...UPSTREAM_TLS, ca: readFileSync(upstream.caFile) }),
      ...{ ownCas: [], exceptions: [], asksForStaple: true, onException: () => {} },
      now: () => new Date(now),
    },
    60_000,
  )
  const isResumed = async () => {
    const tls = await dialTls({ host: 'up.example', port: 443 })
    // Its ticket comes behind the handshake, and before the answer.
    tls.write('GET / HTTP/1.1\r\nHost: up.example\r\n\r\n')
    await once(tls, 'data')
    const isReused = tls.isSessionReused()
    tls.destroy()
    return isReused
  }
  t.false(await isResumed())
  t.true(await isResumed())
  now += HOUR / 2
  t.true(await isResumed())
  now += HOUR / 2 + 1
  t.false(await isResumed(), 'a resumed session does not lengthen the first one’s hour')
  t.true(await isResumed())
})
