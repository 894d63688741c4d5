import { escapeHtml } from '../respond/escape-html.ts'
import { PAGE_STYLE } from '../respond/page-style.ts'

/**
 * For sh: the public authorities of the system, or those of Python's certifi, followed by Weir's own. Nothing is written or
 * exported where neither is there: a bundle without the public authorities breaks every connection that is not decrypted.
 */
const BUNDLE_COMMANDS = `roots=$(ls /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/cert.pem 2>/dev/null | head -n 1)
roots=\${roots:-$(python3 -m certifi)} && cat "$roots" weir-ca.pem > weir-bundle.pem &&
export SSL_CERT_FILE=$PWD/weir-bundle.pem REQUESTS_CA_BUNDLE=$PWD/weir-bundle.pem`

const nextCa = (fingerprint: string) =>
  `<p>Another CA will follow. The PEM file above holds both; as DER it is <a href="/ca-next.der">weir-ca-next.der</a>. Its fingerprint:<br>
<span class="fingerprint">${fingerprint}</span></p>
`

/** The information that a person needs to use the proxy: its address, the CA certificate, and one line per system to trust it. */
export function renderOnboardingPage(options: {
  readonly fingerprint: string
  /** Of the CA that is prepared to follow, if one is. */
  readonly nextFingerprint?: string | undefined
  /** host:port of the proxy. */
  readonly proxy: string
  /** Whether its own port is. */
  readonly isEncrypted?: boolean
  /** Host patterns that are decrypted; no character of theirs means anything in HTML. */
  readonly hosts: readonly string[]
}): string {
  const { fingerprint, nextFingerprint, proxy, isEncrypted = false, hosts } = options
  const machine = proxy.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1')
  const direct = [...new Set(['localhost', '127.0.0.1', '::1', machine])].join(',')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Weir: set up this device</title>
<style>
${PAGE_STYLE}
body { max-width: 46rem; margin: 3rem auto }
h1 { font-size: 1.6rem } h2 { font-size: 1.15rem; margin-top: 2rem }
.fingerprint { word-break: break-all; font-family: ui-monospace, monospace; font-size: .85rem }
a.button { display: inline-block; background: var(--link); color: var(--on-link); padding: .5rem 1rem; border-radius: 6px; text-decoration: none; margin: 0 .5rem .5rem 0 }
</style>
</head>
<body>
<h1>Set up this device for Weir</h1>
<p>Weir is the proxy at <code>${proxy}</code>. It decrypts traffic to AI services, and only that, so that no company data is
sent to them by mistake. For this your device must trust Weir's certificate authority.</p>
<p><a class="button" href="/ca.pem">CA certificate (PEM)</a> <a class="button" href="/ca.der">CA certificate (DER)</a></p>
<p>SHA-256 fingerprint; compare it with the one from your administrator:<br><span class="fingerprint">${fingerprint}</span></p>
${nextFingerprint === undefined ? '' : nextCa(nextFingerprint)}<h2>Debian, Ubuntu</h2>
<pre>sudo cp weir-ca.pem /usr/local/share/ca-certificates/weir-ca.crt &amp;&amp; sudo update-ca-certificates</pre>
<h2>Fedora, RHEL</h2>
<pre>sudo cp weir-ca.pem /etc/pki/ca-trust/source/anchors/ &amp;&amp; sudo update-ca-trust</pre>
<h2>macOS</h2>
<pre>sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain weir-ca.pem</pre>
<h2>Windows (as administrator)</h2>
<pre>certutil -addstore -f Root weir-ca.der</pre>
<h2>Firefox</h2>
<pre>about:config, security.enterprise_roots.enabled = true</pre>
<h2>Programs: Node.js, Python, curl, coding agents</h2>
<pre>export HTTPS_PROXY=${isEncrypted ? 'https' : 'http'}://${proxy} NO_PROXY=${direct}
export NODE_EXTRA_CA_CERTS=$PWD/weir-ca.pem NODE_USE_ENV_PROXY=1
${escapeHtml(BUNDLE_COMMANDS)}
curl --cacert weir-bundle.pem https://api.openai.com/v1/models</pre>
<p><code>NO_PROXY</code> lists the hosts that are reached without the proxy: this device, and the machine that Weir runs on, so
that you can still reach its API. Add the hosts of your own network.</p>
<ul>
<li>Node.js supports <code>NODE_USE_ENV_PROXY</code> from 22.21 and 24.5 on. On older versions, such as Node 20, programs without a
proxy setting of their own bypass Weir without any message.</li>
<li>Claude Code needs <code>HTTPS_PROXY</code> and <code>NODE_EXTRA_CA_CERTS</code>.</li>
<li>Codex reads <code>CODEX_CA_CERTIFICATE</code> or, if that is not set, <code>SSL_CERT_FILE</code>. It does not read
<code>NODE_EXTRA_CA_CERTS</code>; without one of the other two it keeps trying to reconnect.</li>
<li>Gemini CLI needs <code>NODE_USE_ENV_PROXY=1</code> as well as <code>HTTPS_PROXY</code> and <code>NODE_EXTRA_CA_CERTS</code>.</li>
</ul>
<p>The bundle also holds the public authorities, because a program that trusts only Weir's certificate can reach nothing but AI
services. git and package managers need no certificate, since their hosts are not decrypted.</p>
<h2>What is decrypted here</h2>
<p>${hosts.map((host) => `<code>${host}</code>`).join(', ')}. Everything else passes without being decrypted.
<code>docs/platforms.md</code> of Weir describes what is read of each service.</p>
<h2>Browsers by auto-configuration</h2>
<p><a href="/proxy.pac">/proxy.pac</a> sends traffic to AI services through Weir and everything else directly. If Weir is
down, AI services cannot be reached. <a href="/proxy-fail-open.pac">/proxy-fail-open.pac</a> lets browsers connect directly when Weir does not respond.</p>
</body>
</html>
`
}
