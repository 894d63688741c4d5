import test from 'ava'
import { renderGuidePage } from '../../../proxy/onboarding/guide-page.ts'
import { GUIDE_GROUPS } from '../../../proxy/onboarding/guides/all.ts'
import { placeOf } from '../../../proxy/onboarding/guides/guide.ts'
import { renderOnboardingPage } from '../../../proxy/onboarding/page.ts'

const hosts = ['api.openai.com', '*.corp.example']
const page = renderOnboardingPage({
  fingerprint: 'AA:BB',
  proxy: 'weir.corp.example:8080',
  hosts,
  apiOrigin: 'https://weir.corp.example:8443',
})

test('the page names the proxy and the fingerprint of the CA', (t) => {
  t.regex(page, /AA:BB/)
  t.regex(page, /HTTPS_PROXY=http:\/\/weir\.corp\.example:8080/)
})

test('no program is told to trust the CA and nothing else: the hosts that are tunnelled would fail', (t) => {
  t.notRegex(page, /(SSL_CERT_FILE|REQUESTS_CA_BUNDLE|sslCAInfo|--cacert)[= ]\S*weir-ca\.pem/)
})

test('what runs on this device and beside the proxy is still reached after the exports', (t) => {
  t.regex(page, /NO_PROXY=localhost,127\.0\.0\.1,::1,weir\.corp\.example$/m)
  const local = renderOnboardingPage({
    fingerprint: 'AA:BB',
    proxy: '[::1]:8080',
    hosts,
    apiOrigin: 'https://weir.corp.example:8443',
  })
  t.regex(local, /NO_PROXY=localhost,127\.0\.0\.1,::1$/m)
})

test('the page says what is decrypted, and what each kind of program needs', (t) => {
  for (const host of hosts) t.true(page.includes(`<code>${host}</code>`), host)
  for (const word of ['CODEX_CA_CERTIFICATE', 'SSL_CERT_FILE', 'NODE_USE_ENV_PROXY=1', '22.21'])
    t.true(page.includes(word), word)
})

test('the page follows the dark mode of the system, and wraps what is longer than the screen', (t) => {
  t.regex(page, /@media \(prefers-color-scheme: dark\)/)
  t.regex(page, /pre \{[^}]*white-space: pre-wrap/)
})

test('where the proxy asks who uses it, its addresses are said to need a name and a token, and where that is made', (t) => {
  const options = {
    fingerprint: 'AA:BB',
    proxy: 'weir.corp.example:8080',
    hosts,
    apiOrigin: 'https://weir.corp.example:8443',
  }
  const accountUrl = 'https://weir.corp.example:8443/me'
  const guide = GUIDE_GROUPS[0]?.guides[0]
  const place = placeOf(options.proxy, false)
  for (const asking of [
    renderOnboardingPage({ ...options, accountUrl }),
    guide && renderGuidePage(guide, place, accountUrl),
  ]) {
    t.true(asking?.includes('http://you%40example.com:wpt_...@weir.corp.example:8080'))
    t.true(asking?.includes('<a href="https://weir.corp.example:8443/me">'))
  }
  t.notRegex(page, /wpt_|asks who/)
})
