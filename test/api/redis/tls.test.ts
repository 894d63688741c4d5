import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { fetch } from 'undici'
import { openAuthority } from '../../../certs/authority.ts'
import { issueServerCertificate } from '../../../certs/server-certificate.ts'
import { runProduct } from '../../support/product.ts'
import { freePort, TestRedis, testWithRedis } from '../../support/redis.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { announced, settings, untilReady } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

testWithRedis(test)('rediss:// is spoken with a Redis that proves its name, and with no other', async (t) => {
  const folder = temporaryFolder(t)
  const authority = openAuthority(folder, () => new Date())
  const { cert, key } = issueServerCertificate(authority, [], new Date())
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const ca = file('root.pem', authority.certificatePem)
  const port = await freePort()
  await TestRedis.start(t, [
    ...['--tls-port', String(port), '--tls-auth-clients', 'no', '--tls-ca-cert-file', ca],
    ...['--tls-cert-file', file('redis.pem', cert), '--tls-key-file', file('redis.key', key)],
  ])
  const redisUp = async (env: Readonly<Record<string, string>>) => {
    const dataDir = temporaryFolder(t)
    const { WEIR_PROXY_PORT: _, ...common } = settings(dataDir)
    const all = { ...common, WEIR_API_TLS: 'off', WEIR_REDIS_URL: `rediss://localhost:${port}`, ...env }
    const api = runProduct(t, all, dataDir, 'api/main.ts')
    await untilReady(api)
    let text = ''
    await until(
      async () => {
        text = await (await fetch(`${announced(api, 'API')}/metrics`)).text()
        return /^weir_api_redis_up/m.test(text)
      },
      () => text,
    )
    return { up: /^weir_api_redis_up (\d)$/m.exec(text)?.[1], log: api.stdout }
  }
  t.is((await redisUp({ NODE_EXTRA_CA_CERTS: ca })).up, '1')
  const stranger = await redisUp({})
  t.is(stranger.up, '0')
  t.regex(stranger.log, /"code":"ERR_REDIS_LOST","reason":"(?:UNABLE_TO_VERIFY|SELF_SIGNED)[A-Z_]*"/)
})
