import test, { type ExecutionContext } from 'ava'
import { openSending } from '../../../../api/webhooks/open-sending.ts'
import { openAuthority } from '../../../../certs/authority.ts'
import { issueServerCertificate } from '../../../../certs/server-certificate.ts'
import { loadSettings } from '../../../../config/settings.ts'
import { DAY } from '../../../support/certificate-files.ts'
import { fixedKeys } from '../../../support/fixed-keys.ts'
import { makeLeaf } from '../../../support/leaf-certificate.ts'
import { temporaryFolder } from '../../../support/temp.ts'
import { newReceiverCa, startReceiver } from '../../../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../../../support/webhook-sender.ts'
import { until } from '../../../support/wire.ts'

const never = new AbortController().signal
const ca = newReceiverCa()
const stranger = newReceiverCa('Stranger')
const past = (days: number) => new Date(Date.now() - days * DAY)
const leaf = (options: Partial<Parameters<typeof makeLeaf>[0]>) =>
  makeLeaf({ issuer: ca, names: ['receiver.test'], ...options })

const BAD: readonly (readonly [what: string, tls: () => object, reason: RegExp])[] = [
  ['is self-signed', () => leaf({ issuer: undefined }), /it is self-signed \(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  ['has expired', () => leaf({ notBefore: past(3), notAfter: past(1) }), /it has expired \(CERT_HAS_EXPIRED\)/],
  ['is not valid yet', () => leaf({ notBefore: past(-1), notAfter: past(-3) }), /not valid yet/],
  ['is for another name', () => leaf({ names: ['other.test'] }), /another name \(ERR_TLS_CERT_ALTNAME_INVALID\)/],
  ['is for a parent name', () => leaf({ names: ['test'] }), /another name/],
  ['has only a common name', () => leaf({ names: [], commonName: 'receiver.test' }), /subjectAltName/],
  ['is of a CA that nobody trusts', () => leaf({ issuer: stranger }), /not trusted/],
]

for (const [what, tls, reason] of BAD) {
  test(`a receiver whose certificate ${what} gets nothing`, async (t) => {
    const receiver = await startReceiver(t, { ca, tls: tls() })
    const sender = startSender(t, { ca })
    const url = `https://receiver.test:${receiver.port}/`
    const { outcome, attempt } = await sender.attempt(webhookRecord({ url }), DELIVERY, never)
    t.is(outcome, 'failed')
    t.is(attempt.status_code, null)
    t.regex(attempt.error ?? '', /^tls: the receiver’s certificate was refused: /)
    t.regex(attempt.error ?? '', reason)
    t.is(receiver.deliveries.length, 0)
    await until(
      () => sender.connections === 0 && receiver.sockets.size === 0,
      () => 'a socket stays open',
    )
  })
}

test('a receiver without a name is verified by its address', async (t) => {
  const authority = openAuthority(temporaryFolder(t), () => new Date())
  const receiver = await startReceiver(t, { ca, tls: issueServerCertificate(authority, ['127.0.0.1'], new Date()) })
  const sender = startSender(t, { ca: { certificate: authority.certificate }, allowCidrs: ['127.0.0.0/8'] })
  const at = (host: string) => webhookRecord({ url: `https://${host}:${receiver.port}/` })
  t.is((await sender.attempt(at('127.0.0.1'), DELIVERY, never)).attempt.error, null)
  t.is((await sender.attempt(at('0x7f.1'), DELIVERY, never)).attempt.error, null)
  const other = await sender.attempt(at('receiver.test'), DELIVERY, never)
  t.regex(other.attempt.error ?? '', /^tls: .*another name/)
})

test('TLS 1.1 is too old', async (t) => {
  const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const receiver = await startReceiver(t, { ca, tls: { ...leaf({}), ...old } })
  const url = `https://receiver.test:${receiver.port}/`
  const { attempt } = await startSender(t, { ca }).attempt(webhookRecord({ url }), DELIVERY, never)
  t.regex(attempt.error ?? '', /^tls: the TLS handshake failed \(/)
})

test('no variable of the environment switches verification off or leads through a proxy', async (t) => {
  const variables = { NODE_TLS_REJECT_UNAUTHORIZED: '0', HTTPS_PROXY: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' }
  Object.assign(process.env, variables)
  t.teardown(() => {
    for (const name of Object.keys(variables)) delete process.env[name]
  })
  const bad = await startReceiver(t, { ca, tls: leaf({ issuer: undefined }) })
  const good = await startReceiver(t, { ca })
  const sender = startSender(t, { ca })
  const results = await Promise.all(
    [bad, good].map(({ port }) =>
      sender.attempt(webhookRecord({ url: `https://receiver.test:${port}/` }), DELIVERY, never),
    ),
  )
  t.deepEqual(
    results.map(({ outcome }) => outcome),
    ['failed', 'delivered'],
  )
})

/** Sending as the product opens it, at a receiver on loopback. */
async function sendAsProduct(t: ExecutionContext, tls: object, webhookCa: string | undefined, dataDir: string) {
  const receiver = await startReceiver(t, { ca, tls })
  const settings = loadSettings({ WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.1', WEIR_WEBHOOK_TIMEOUT_MS: '20000' }, dataDir)
  const sending = openSending({
    settings: { ...settings, webhookCa },
    keys: fixedKeys(Buffer.alloc(32)),
    now: () => new Date(),
    ownPorts: () => new Set(),
    resolve: async () => ['127.0.0.1'],
  })
  t.teardown(() => sending.sender.close())
  const url = `https://receiver.test:${receiver.port}/`
  await sending.checkUrl(url)
  return sending.sender.attempt(webhookRecord({ url }, sending.sealer), DELIVERY, never)
}

test('WEIR_WEBHOOK_CA adds a root', async (t) => {
  const folder = temporaryFolder(t)
  const trusted = await sendAsProduct(t, leaf({}), ca.certificate.toString(), folder)
  t.is(trusted.attempt.error, null)
  const untrusted = await sendAsProduct(t, leaf({}), undefined, folder)
  t.regex(untrusted.attempt.error ?? '', /^tls: .*not trusted/)
})

test('the interception CA is no root of receivers', async (t) => {
  const folder = temporaryFolder(t)
  const tls = issueServerCertificate(
    openAuthority(folder, () => new Date()),
    ['receiver.test'],
    new Date(),
  )
  const { attempt } = await sendAsProduct(t, tls, undefined, folder)
  t.regex(attempt.error ?? '', /^tls: the receiver’s certificate was refused: /)
})

test('a file of WEIR_WEBHOOK_CA that cannot be read is named when sending is opened', async (t) => {
  const pem = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
  const folder = temporaryFolder(t)
  await t.throwsAsync(sendAsProduct(t, leaf({}), pem, folder), {
    code: 'ERR_WEBHOOK_CA_MALFORMED',
    message: /WEIR_WEBHOOK_CA/,
  })
})
