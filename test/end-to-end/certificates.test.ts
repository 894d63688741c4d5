import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { DAY, ecKey, makeCa } from '../support/certificate-files.ts'
import { curlJson, curlTest } from '../support/curl.ts'
import { makeLeaf } from '../support/leaf-certificate.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const upstreams: Record<string, FakeUpstream> = {}
let weir: Weir

/** Host, and what the client is told about its certificate. */
const WRONG: readonly (readonly [host: string, reason: RegExp])[] = [
  ['expired.bad.example', /it has expired/],
  ['early.bad.example', /it is not valid yet/],
  ['self-signed.bad.example', /it is self-signed/],
  ['other-host.bad.example', /it was made for another name/],
  ['untrusted.bad.example', /its (issuer|chain ends in a root that) is not trusted/],
  ['common-name.bad.example', /it names no host in its subjectAltName/],
  ['own-ca.bad.example', /this proxy’s own CA signed it|is not trusted/],
]

test.before(async () => {
  const caKey = ecKey()
  const trusted = { certificate: makeCa({ key: caKey }), key: caKey }
  const strangerKey = ecKey()
  const stranger = { certificate: makeCa({ key: strangerKey, commonName: 'Nobody’s CA' }), key: strangerKey }
  const dataDir = temporaryFolder(scope)
  const weirCa = openAuthority(dataDir, () => new Date())
  const own = { certificate: weirCa.certificate, key: createPrivateKey(readFileSync(join(dataDir, 'ca.key'))) }
  const now = Date.now()
  const certificates = {
    'good.bad.example': makeLeaf({ issuer: trusted, names: ['good.bad.example'] }),
    'expired.bad.example': makeLeaf({
      issuer: trusted,
      names: ['expired.bad.example'],
      notBefore: new Date(now - 2 * DAY),
      notAfter: new Date(now - DAY),
    }),
    'early.bad.example': makeLeaf({
      issuer: trusted,
      names: ['early.bad.example'],
      notBefore: new Date(now + DAY / 2),
    }),
    'self-signed.bad.example': makeLeaf({ issuer: undefined, names: ['self-signed.bad.example'] }),
    'other-host.bad.example': makeLeaf({ issuer: trusted, names: ['elsewhere.example'] }),
    'untrusted.bad.example': makeLeaf({ issuer: stranger, names: ['untrusted.bad.example'] }),
    'common-name.bad.example': makeLeaf({ issuer: trusted, names: [], commonName: 'common-name.bad.example' }),
    'own-ca.bad.example': makeLeaf({ issuer: own, names: ['own-ca.bad.example'] }),
  }
  for (const [host, tls] of Object.entries(certificates)) {
    upstreams[host] = await startUpstream(scope, { hosts: [host], tls })
  }
  const caFile = join(temporaryFolder(scope), 'trusted.pem')
  writeFileSync(caFile, `${trusted.certificate.toString()}${weirCa.certificatePem}`)
  weir = await startWeir(scope, {
    dataDir,
    upstreams,
    env: { WEIR_UPSTREAM_CA: caFile, WEIR_INTERCEPT_HOSTS: '*.bad.example' },
  })
})

for (const [host, reason] of WRONG) {
  curlTest(`${host}: its certificate is refused, and the client is told why`, async (t) => {
    const failures = await weir.metric('weir_proxy_upstream_failures_total', { failure: 'certificate' })
    const prompt = { input: `to ${host}` }
    const json = await curlJson(weir, `https://${host}/ask`, prompt)
    t.is(json.status, 502)
    t.is(json.headers.get('x-weir-error'), 'upstream_certificate')
    t.is(json.headers.get('x-should-retry'), 'false')
    const { error, message } = JSON.parse(json.text) as { error: Record<string, string>; message: string }
    t.regex(message, new RegExp(`^The certificate of ${host.replaceAll('.', '\\.')} was refused: `))
    t.regex(message, reason)
    t.is(error.message, message)

    const page = await curlJson(weir, `https://${host}/ask`, prompt, ['--header', 'accept: text/html'])
    t.is(page.status, 502)
    t.regex(page.headers.get('content-type') ?? '', /^text\/html/)
    t.regex(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    t.regex(page.text, /<h1>Weir could not complete this request<\/h1>/)
    t.regex(page.text, reason)

    t.deepEqual(upstreams[host]?.arrivals, [])
    await weir.untilMetric('weir_proxy_upstream_failures_total', { failure: 'certificate' }, failures + 2)
  })
}

curlTest('what was meant for a service with a wrong certificate is no interaction', async (t) => {
  for (const [host] of WRONG) t.is((await curlJson(weir, `https://${host}/ask`, { input: 'unsent' })).status, 502)
  t.is((await curlJson(weir, 'https://good.bad.example/ask', { input: 'sent' })).status, 200)
  await weir.interactionsOf('sent')
  t.deepEqual(
    (await weir.listed(() => true)).map(({ content_metadata }) => content_metadata.host),
    ['good.bad.example'],
  )
})
