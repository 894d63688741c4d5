import test from 'ava'
import { renderOnboardingPage } from '../../../proxy/onboarding/page.ts'

const page = renderOnboardingPage({ fingerprint: 'AA:BB', proxy: 'weir.corp.example:8080' })

test('the page names the proxy and the fingerprint of the CA', (t) => {
  t.regex(page, /AA:BB/)
  t.regex(page, /HTTPS_PROXY=http:\/\/weir\.corp\.example:8080/)
})

test('no program is told to trust the CA and nothing else: the hosts that are tunnelled would fail', (t) => {
  t.notRegex(page, /(SSL_CERT_FILE|REQUESTS_CA_BUNDLE|sslCAInfo|--cacert)[= ]\S*weir-ca\.pem/)
})
