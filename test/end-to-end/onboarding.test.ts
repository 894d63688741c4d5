import { X509Certificate } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import test from 'ava'
import { curl, curlTest, runCurl } from '../support/curl.ts'
import { fileScope } from '../support/scope.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
let weir: Weir

test.before(async () => {
  weir = await startWeir(scope, { env: { WEIR_INTERCEPT_HOSTS: 'chat.corp.example' } })
})

curlTest('http://weir.proxy/ through the proxy and the proxy’s own port show how to set up a device', async (t) => {
  const fingerprint = new X509Certificate(weir.ca).fingerprint256
  for (const answer of [await curl(weir, ['http://weir.proxy/']), await runCurl([`${weir.proxyUrl}/`])]) {
    t.is(answer.status, 200)
    t.regex(answer.headers.get('content-type') ?? '', /^text\/html/)
    t.true(answer.text.includes(fingerprint))
    t.true(answer.text.includes(`HTTPS_PROXY=${weir.proxyUrl}`))
  }
})

curlTest('the CA certificate is served as PEM and DER', async (t) => {
  const pem = await curl(weir, ['http://weir.proxy/ca.pem'])
  t.is(pem.text, weir.ca)
  t.is(pem.headers.get('content-type'), 'application/x-pem-file')
  const der = await curl(weir, ['http://weir.proxy/ca.der'])
  t.is(new X509Certificate(der.body).fingerprint256, new X509Certificate(weir.ca).fingerprint256)
  t.is(der.headers.get('content-type'), 'application/x-x509-ca-cert')
})

curlTest('the PAC file sends AI services through the proxy and everything else direct', async (t) => {
  const port = new URL(weir.proxyUrl).host
  for (const [path, expected] of [
    ['/proxy.pac', `PROXY ${port}`],
    ['/proxy-fail-open.pac', `PROXY ${port}; DIRECT`],
  ]) {
    const answer = await runCurl([`${weir.proxyUrl}${path}`])
    t.is(answer.headers.get('content-type'), 'application/x-ns-proxy-autoconfig')
    const ask = (host: string) =>
      runInNewContext(`${answer.text}; FindProxyForURL('https://${host}/', '${host}')`, { dnsDomainIs: () => false })
    t.is(ask('api.openai.com'), expected)
    t.is(ask('chat.corp.example'), expected)
    t.is(ask('weir.proxy'), expected)
    t.is(ask('intranet.example'), 'DIRECT')
  }
})

curlTest('health, readiness and metrics are told', async (t) => {
  t.deepEqual(JSON.parse((await runCurl([`${weir.proxyUrl}/healthz`])).text), { status: 'ok' })
  t.deepEqual(JSON.parse((await curl(weir, ['http://weir.proxy/readyz'])).text), { status: 'ready' })
  const metrics = await runCurl([`${weir.proxyUrl}/metrics`])
  t.regex(metrics.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/)
  t.regex(metrics.text, /^weir_proxy_policies_available 1$/m)
})

curlTest('who is not in WEIR_METRICS_ALLOW_CIDRS reads no metrics', async (t) => {
  const guarded = await startWeir(t, { env: { WEIR_METRICS_ALLOW_CIDRS: '10.0.0.0/8' } })
  const answer = await runCurl([`${guarded.proxyUrl}/metrics`])
  t.is(answer.status, 403)
  t.false(answer.text.includes('weir_proxy_'))
  t.is((await runCurl([`${guarded.proxyUrl}/healthz`])).status, 200)
})

curlTest('what the proxy has no page for is 404, what is no read 405', async (t) => {
  t.is((await runCurl([`${weir.proxyUrl}/nothing`])).status, 404)
  const posted = await runCurl([`${weir.proxyUrl}/`], { body: 'x' })
  t.is(posted.status, 405)
  t.is(posted.headers.get('allow'), 'GET, HEAD')
})

curlTest('the API answers over TLS with a certificate of the same CA', async (t) => {
  const base = new URL(weir.apiUrl)
  const answer = await runCurl([`${base.origin}/healthz`, '--cacert', weir.caFile])
  t.is(answer.status, 200)
  t.is((await runCurl([`${base.origin}/healthz`])).exitCode, 60)
})
