import { CHECK_SCRIPTS } from '../../config/check-scripts.ts'
import { escapeHtml } from '../respond/escape-html.ts'
import { BUNDLE_COMMANDS } from './bundle-commands.ts'
import { GUIDE_GROUPS } from './guides/all.ts'
import { placeOf } from './guides/guide.ts'
import { renderIdentityNote } from './identity-note.ts'
import { renderFrame } from './page-frame.ts'

const nextCa = (fingerprint: string) =>
  `<p>Another CA will follow. The PEM file above holds both; as DER it is <a href="/ca-next.der">weir-ca-next.der</a>. Its fingerprint:<br>
<span class="fingerprint">${fingerprint}</span></p>
`

interface Options {
  readonly fingerprint: string
  /** Of the CA that is prepared to follow, if one is. */
  readonly nextFingerprint?: string | undefined
  /** host:port of the proxy. */
  readonly proxy: string
  /** Whether its own port is. */
  readonly isEncrypted?: boolean
  /** See renderIdentityNote. */
  readonly accountUrl?: string | undefined
  /** Host patterns that are decrypted; no character of theirs means anything in HTML. */
  readonly hosts: readonly string[]
  /** Where people reach the API, without a slash at the end. */
  readonly apiOrigin: string
}

/** The information that a person needs to use the proxy: its address, the CA certificate, a check, and a page for each system and tool. */
export function renderOnboardingPage(options: Options): string {
  const { fingerprint, nextFingerprint, hosts, accountUrl } = options
  const { proxy, url, direct } = placeOf(options.proxy, options.isEncrypted ?? false)
  return renderFrame(
    'Weir: set up this device',
    `<h1>Set up this device for Weir</h1>
<p>Weir is the proxy at <code>${proxy}</code>. It decrypts traffic to AI services, and only that, so that no company data is
sent to them by mistake. For this your device must trust Weir's certificate authority.</p>
<p id="check" role="status">With JavaScript this page checks your browser.</p>
<script src="/self-check.mjs" defer></script>
<p><a class="button" href="/ca.pem">CA certificate (PEM)</a> <a class="button" href="/ca.der">CA certificate (DER)</a></p>
<p>SHA-256 fingerprint; compare it with the one from your administrator:<br><span class="fingerprint">${fingerprint}</span></p>
${nextFingerprint === undefined ? '' : nextCa(nextFingerprint)}${renderIdentityNote(accountUrl, url)}${renderGuideLinks()}<p>For device managements: <a href="/weir.mobileconfig">a profile for Apple's devices</a> and <a href="/weir.reg">a registry file for
Windows</a>.</p>
<h2>Programs: Node.js, Python, curl, coding agents</h2>
<pre>export HTTPS_PROXY=${url} NO_PROXY=${direct}
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
${renderCheck(options, url)}<h2>What is decrypted here</h2>
<p>${hosts.map((host) => `<code>${host}</code>`).join(', ')}. Everything else passes without being decrypted.
<code>docs/platforms.md</code> of Weir describes what is read of each service.</p>
<h2>Browsers by auto-configuration</h2>
<p><a href="/proxy.pac">/proxy.pac</a> sends traffic to AI services through Weir and everything else directly. If Weir is
down, AI services cannot be reached. <a href="/proxy-fail-open.pac">/proxy-fail-open.pac</a> lets browsers connect directly when Weir does not respond.</p>
`,
  )
}

function renderGuideLinks(): string {
  const groups = GUIDE_GROUPS.map(({ title, guides }) => {
    const links = guides.map(({ id, title: name }) => `<a href="/setup/${id}">${escapeHtml(name)}</a>`)
    return `<li>${escapeHtml(title)}: ${links.join(', ')}</li>\n`
  })
  return `<h2>How to set it up</h2>\n<ul>\n${groups.join('')}</ul>\n`
}

/** The sums come from here, and the scripts from the API over HTTPS: whoever changes one on its way does not have the other. */
function renderCheck({ apiOrigin, fingerprint }: Options, url: string): string {
  const { sh, powershell } = CHECK_SCRIPTS
  return `<h2>Check this device</h2>
<p>A script says which of the installed programs use Weir and trust its certificate authority, and how to mend each of the others. It changes
nothing, and asks no AI service. Compare its sum before you run it.</p>
<p>macOS and Linux: <a href="${apiOrigin}${sh.path}">${sh.file}</a>, SHA-256<br><span class="fingerprint">${sh.sha256}</span></p>
<pre>curl --cacert weir-bundle.pem -O ${apiOrigin}${sh.path}
shasum -a 256 ${sh.file} || sha256sum ${sh.file}
sh ${sh.file} --proxy ${url} --fingerprint ${fingerprint}</pre>
<p>Windows: <a href="${apiOrigin}${powershell.path}">${powershell.file}</a>, SHA-256<br><span class="fingerprint">${powershell.sha256}</span></p>
<pre>Get-FileHash ${powershell.file}
powershell -ExecutionPolicy Bypass -File ${powershell.file} -Proxy ${url} -Fingerprint ${fingerprint}</pre>
`
}
