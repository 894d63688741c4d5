import { connect as connectTls } from 'node:tls'
import test from 'ava'
import { Registry } from 'prom-client'
import { loadSettings } from '../../../config/settings.ts'
import type { Interceptor } from '../../../proxy/intercept/interceptor.ts'
import { createAccess } from '../../../proxy/listen/access.ts'
import { openAdmission } from '../../../proxy/listen/admission.ts'
import { Announcements } from '../../../proxy/listen/announcements.ts'
import { createReadClient } from '../../../proxy/listen/client.ts'
import { Opener } from '../../../proxy/listen/opener.ts'
import { PassingTunnels } from '../../../proxy/listen/passing-tunnels.ts'
import { RedirectedPort } from '../../../proxy/listen/redirected.ts'
import { createProxyMetrics } from '../../../proxy/telemetry/metrics.ts'
import { ProxyLog } from '../../../proxy/telemetry/proxy-log.ts'
import { connectAny } from '../../../proxy/upstream/connect.ts'
import { logLines } from '../../support/log-lines.ts'
import { once } from '../../support/once.ts'
import { temporaryFolder } from '../../support/temp.ts'

test("the proxy's own connection that the network leads back to it ends after one turn", async (t) => {
  const settings = loadSettings({}, temporaryFolder(t))
  const registry = new Registry()
  const metrics = createProxyMetrics(registry)
  const { logger, lines } = logLines()
  const admission = openAdmission(settings, { workers: 1, maxLookups: 4, registry })
  const patience = { idleMs: 60_000, helloMs: 60_000 }
  let dialled = 0
  let port = 0
  const opener = new Opener({
    admission,
    patience,
    metrics,
    isIntercepted: () => false,
    onUnread: () => false,
    passing: () => undefined,
    passingTunnels: new PassingTunnels(),
    interceptor: {} as Interceptor,
    dial: (target) => {
      dialled += 1
      // As a rule does that redirects what the proxy itself sends.
      return connectAny(['127.0.0.1'], { ...target, port }, { timeoutMs: 60_000 })
    },
  })
  const redirected = new RedirectedPort({
    readClient: createReadClient([]),
    access: createAccess(settings),
    announcements: new Announcements({
      isExpected: false,
      isTrusted: () => false,
      patienceMs: 60_000,
      announcements: metrics.announcements,
    }),
    ...{ admission, opener, patience, metrics, log: new ProxyLog(logger) },
    onPlain: (socket) => socket.destroy(),
  })
  port = await redirected.listen(0, '127.0.0.1')
  t.teardown(() => {
    redirected.closeAll()
    redirected.server.close()
    admission.close()
  })
  const client = connectTls({ port, host: '127.0.0.1', servername: 'loop.example', rejectUnauthorized: false })
  await t.throwsAsync(once(client, 'secureConnect'))
  t.is(dialled, 1)
  t.true(lines.some((line) => JSON.stringify(line).includes('destination_refused')))
})
