import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import test from 'ava'
import { fetch } from 'undici'
import { adminCommand } from '../support/admin-command.ts'
import { DAY, ecKey, makeCa, writePair } from '../support/certificate-files.ts'
import { connectIntercepted } from '../support/intercepted.ts'
import { once } from '../support/once.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type PolicySketch, startWeir, Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const POLICY: PolicySketch = {
  name: 'Anything',
  rules: { conditions: [{ field: 'direction', operator: 'eq', value: 'outbound' }], action: 'log' },
}

function issuersIn(pem: string): string[] {
  return (pem.match(/-----BEGIN[^-]*-----[^-]*-----END[^-]*-----/g) ?? []).map(
    (block) => new X509Certificate(block).fingerprint256,
  )
}

test('a CA that ends is announced, and replaced by a person in two steps while Weir runs', async (t) => {
  const dataDir = temporaryFolder(t)
  const key = ecKey()
  const old = makeCa({ key, commonName: 'Old CA', notAfter: new Date(Date.now() + 20 * DAY) })
  writePair(dataDir, old, key)
  const weir = await startWeir(t, { dataDir })
  const admin = async (...args: string[]) => {
    const { code, stdout, stderr } = await adminCommand(dataDir, [...args, '--json'])
    t.is(code, 0, stderr)
    return JSON.parse(stdout)
  }
  const alerts = async () =>
    (await weir.api<{ alerts: { severity: string; title: string }[] }>('GET', '/alerts?type=ca_expiry')).json.alerts
  await until(
    async () => (await alerts()).length > 0,
    () => 'no alert came',
  )
  const [alert] = await alerts()
  t.is(alert?.severity, 'high')
  t.regex(alert?.title ?? '', /^The interception CA ends on \d{4}-\d\d-\d\d, in 30 days or less/)

  const shown = await admin('ca', 'show')
  t.is(shown.fingerprint, old.fingerprint256)
  t.true(shown.days_left === 19 || shown.days_left === 20)
  t.is(shown.next, null)

  const { prepared } = await admin('ca', 'rotate', '--prepare')
  const served = await (await fetch(`${weir.proxyUrl}/ca.pem`)).text()
  t.deepEqual(issuersIn(served), [old.fingerprint256, prepared.fingerprint])
  t.is(served, (await admin('ca', 'export')).pem)
  const page = await (await fetch(`${weir.proxyUrl}/`)).text()
  t.true(page.includes(prepared.fingerprint))
  t.is((await fetch(`${weir.proxyUrl}/ca-next.der`)).status, 200)
  const issuerNow = async (ca: string) => {
    const tls = await connectIntercepted(t, { proxyPort: weir.proxyPort, ca }, 'api.openai.com')
    const { fingerprint256 } = tls.getPeerCertificate(true).issuerCertificate
    tls.destroy()
    return fingerprint256
  }
  t.is(await issuerNow(served), old.fingerprint256, 'nothing signs with the prepared one')

  t.is((await admin('ca', 'rotate', '--activate')).activated.fingerprint, prepared.fingerprint)
  const again = () => weir.product.stdout.split('the settings were read again').length - 1
  weir.product.process.kill('SIGHUP')
  await until(
    () => again() === 2,
    () => weir.product.stdout,
  )
  t.is(await issuerNow(served), prepared.fingerprint)
  t.deepEqual(issuersIn(await (await fetch(`${weir.proxyUrl}/ca.pem`)).text()), [prepared.fingerprint])
  t.is((await fetch(`${weir.proxyUrl}/ca-next.der`)).status, 404)

  // The API has a certificate of the new CA, and the proxy beside it gets its policies from there all the same.
  const after = new Weir(t, dataDir, weir.product)
  await after.createPolicy(POLICY)
  const shownAfter = await admin('ca', 'show')
  t.is(shownAfter.fingerprint, prepared.fingerprint)
  t.is(shownAfter.previous.fingerprint, old.fingerprint256)
})

test('a CA that may sign for AI services alone leaves the API reachable, and one that may not sign for its name a CA of its own', async (t) => {
  const dataDir = temporaryFolder(t)
  const env = { WEIR_CA_NAME_CONSTRAINTS: 'api.openai.com', WEIR_CA_PASSPHRASE: 'correct horse' }
  const weir = await startWeir(t, { dataDir, env })
  t.is((await weir.api('GET', '/users/me')).status, 200)
  t.regex(readFileSync(join(dataDir, 'ca.key'), 'utf8'), /ENCRYPTED/)
  t.regex(weir.product.stdout, /api\.anthropic\.com.*the CA may not sign for hosts that are intercepted/)
  await weir.stop()
  const elsewhere = await adminCommand(dataDir, ['ca', 'show', '--json'])
  t.true(JSON.parse(elsewhere.stdout).name_constraints.dns.includes('api.openai.com'))

  const renamed = await startWeir(t, { dataDir, env: { ...env, WEIR_PUBLIC_URL: 'https://weir.elsewhere.example' } })
  const { hostname, port } = new URL(/API +(\S+)/.exec(renamed.product.stdout)?.[1] ?? '')
  const ca = readFileSync(join(dataDir, 'api-ca.pem'), 'utf8')
  const tls = connectTls({ host: hostname, port: Number(port), ca, servername: 'weir.elsewhere.example' })
  await once(tls, 'secureConnect')
  t.true(tls.authorized)
  tls.destroy()
})
