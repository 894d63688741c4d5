import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { ADMIN_PASSWORD, startTestApi } from '../../support/api.ts'
import { invitationToken } from '../../support/api-users.ts'
import { ecKey, makeCa } from '../../support/certificate-files.ts'
import { makeLeaf } from '../../support/leaf-certificate.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { runProduct } from '../../support/product.ts'
import { ProductApi } from '../../support/product-api.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { announced, settings, untilReady } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const INVITATION = { email: 'jo@example.com', role: 'viewer' }

test('an invitation comes by mail, and its link lets the user in', async (t) => {
  const server = await startMailServer(t)
  const api = await startTestApi(t, {
    env: {
      WEIR_SMTP_URL: `smtp://127.0.0.1:${server.port}`,
      WEIR_MAIL_FROM: '"Weir, at Corp" <weir@corp.example>',
      WEIR_PUBLIC_URL: 'https://weir.corp.example/',
    },
  })
  t.is((await api.request('POST', '/users/invite', { token: api.admin, json: INVITATION })).status, 201)
  await until(
    () => server.mails.length === 1,
    () => 'no mail came',
  )
  const { from, to, message = '' } = server.mails[0] ?? {}
  t.is(from, 'weir@corp.example')
  t.deepEqual(to, ['jo@example.com'])
  t.regex(message, /^From: "Weir, at Corp" <weir@corp\.example>\r$/m)
  t.regex(message, /^Content-Type: text\/html; charset=utf-8\r$/m)
  const token = /^https:\/\/weir\.corp\.example\/accept-invitation#token=(\S+)\r$/m.exec(message)?.[1]
  const accepted = await api.request('POST', '/auth/accept-invitation', { json: { token, password: ADMIN_PASSWORD } })
  t.is(accepted.status, 200)
})

test('what waits for a mail server becomes a file of the outbox where none is set any more', async (t) => {
  const away = await startMailServer(t)
  await away.stop()
  const first = await startTestApi(t, { env: { WEIR_SMTP_URL: `smtp://127.0.0.1:${away.port}` } })
  t.is((await first.request('POST', '/users/invite', { token: first.admin, json: INVITATION })).status, 201)
  await first.server.close()
  const api = await startTestApi(t, { dataDir: first.settings.dataDir })
  const json = { token: invitationToken(api, INVITATION.email), password: ADMIN_PASSWORD }
  t.is((await api.request('POST', '/auth/accept-invitation', { json })).status, 200)
})

test('without a mail server the outbox holds nothing but mails', async (t) => {
  const lines: string[] = []
  const api = await startTestApi(t, { onLog: (line) => lines.push(line) })
  await api.request('POST', '/users/invite', { token: api.admin, json: INVITATION })
  const outbox = join(api.settings.dataDir, 'outbox')
  const names = readdirSync(outbox)
  t.is(names.length, 1)
  t.regex(names[0] ?? '', /\.eml$/)
  // The administrator is told where it is, and nobody who reads the log can accept it.
  const told = lines.map((line) => JSON.parse(line)).filter(({ level, file }) => level === 30 && file !== undefined)
  t.deepEqual(
    told.map(({ file }) => file),
    [join(outbox, names[0] ?? '')],
  )
  t.false(lines.join('').includes(invitationToken(api, INVITATION.email)))
})

test('a user whose invitation could not be put on the disk can be invited again', async (t) => {
  const server = await startMailServer(t)
  const api = await startTestApi(t, { env: { WEIR_SMTP_URL: `smtp://127.0.0.1:${server.port}` } })
  const pending = join(api.settings.dataDir, 'outbox', 'pending')
  rmSync(pending, { recursive: true })
  writeFileSync(pending, 'in the way')
  const invite = () => api.request('POST', '/users/invite', { token: api.admin, json: INVITATION })
  t.is((await invite()).status, 500)
  rmSync(pending)
  rmSync(join(api.settings.dataDir, 'outbox'), { recursive: true })
  await api.server.close()
  const again = await startTestApi(t, { dataDir: api.settings.dataDir })
  t.is((await again.request('POST', '/users/invite', { token: again.admin, json: INVITATION })).status, 201)
})

test('NODE_EXTRA_CA_CERTS lets a mail go over STARTTLS, and an invitation is answered while the server is away', async (t) => {
  const folder = temporaryFolder(t)
  const key = ecKey()
  const ca = makeCa({ key })
  const leaf = makeLeaf({ issuer: { certificate: ca, key }, names: ['localhost'] })
  const extra = join(folder, 'extra.pem')
  writeFileSync(extra, ca.toString())
  const away = await startMailServer(t)
  const { port } = away
  await away.stop()

  const product = runProduct(
    t,
    {
      ...settings(folder),
      WEIR_SMTP_URL: `smtp://weir:secret@localhost:${port}?requireTLS=true`,
      WEIR_MAIL_FROM: 'weir@corp.example',
      NODE_EXTRA_CA_CERTS: extra,
    },
    folder,
    'api/main.ts',
  )
  await untilReady(product)
  const api = new ProductApi(t, announced(product, 'API'), readFileSync(join(folder, 'ca.pem'), 'utf8'))
  t.is((await api.api('POST', '/users/invite', INVITATION)).status, 201)
  t.is(readdirSync(join(folder, 'outbox/pending')).filter((name) => name.endsWith('.json')).length, 1)
  const server = await startMailServer(t, {
    port,
    tls: { ...leaf, from: 'starttls' },
    login: { user: 'weir', pass: 'secret' },
  })
  await until(
    () => server.mails.length === 1,
    () => product.stdout,
  )
  t.true(server.mails[0]?.secure)
  t.is(server.mails[0]?.user, 'weir')
  const token = /#token=(\S+)\r$/m.exec(server.mails[0]?.message ?? '')?.[1] ?? 'none'
  t.false(product.stdout.includes(token) || product.stdout.includes('jo@example.com'))
  product.process.kill('SIGTERM')
  t.is(await product.ended, 0)
  t.deepEqual(readdirSync(join(folder, 'outbox/pending')), [])
})
