import { BUNDLE_COMMANDS } from '../bundle-commands.ts'
import { type Guide, say, type } from './guide.ts'

/** Runtimes of programs: each has its own idea of proxies and of certificates. */
export const LANGUAGES: readonly Guide[] = [
  {
    id: 'node',
    title: 'Node.js',
    steps: ({ url, direct }) => [
      type(
        `export HTTPS_PROXY=${url} NO_PROXY=${direct}\nexport NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS=/path/weir-ca.pem`,
      ),
      say(
        'NODE_USE_ENV_PROXY is known from Node 22.21 and 24.5 on. On older versions, such as Node 20, programs without a proxy setting of their own bypass Weir without any message.',
      ),
      say(
        'Where the system trusts the CA, NODE_USE_SYSTEM_CA=1 (from Node 22.19 and 24.6 on) does for NODE_EXTRA_CA_CERTS.',
      ),
    ],
  },
  {
    id: 'python',
    title: 'Python',
    steps: ({ url, direct }) => [
      say(
        'requests reads REQUESTS_CA_BUNDLE; httpx, urllib and the SDKs of OpenAI and Anthropic read SSL_CERT_FILE. Both replace the public authorities, so the file must hold them as well:',
      ),
      type(`export HTTPS_PROXY=${url} NO_PROXY=${direct}\n${BUNDLE_COMMANDS}`),
      say('pip needs no certificate, since its hosts are not decrypted.'),
    ],
  },
  {
    id: 'java',
    title: 'Java',
    steps: ({ host, port }) => [
      type('keytool -importcert -noprompt -cacerts -storepass changeit -alias weir -file weir-ca.pem'),
      say('Java reads no HTTPS_PROXY. In the environment, for all Java programs:'),
      type(
        `export JAVA_TOOL_OPTIONS='-Dhttps.proxyHost=${host} -Dhttps.proxyPort=${port} -Dhttp.proxyHost=${host} -Dhttp.proxyPort=${port} -Dhttp.nonProxyHosts=localhost|127.*|[::1]|${host}'`,
      ),
      say(
        'If the proxy wants to know who you are, add -Djdk.http.auth.tunneling.disabledSchemes= as well: Java sends no Basic credentials with CONNECT otherwise.',
      ),
    ],
  },
  {
    id: 'go',
    title: 'Go',
    steps: ({ url, direct }) => [
      say(
        'Programs in Go trust what the system trusts; on Linux they read SSL_CERT_FILE, which must hold the public authorities too.',
      ),
      type(`export HTTPS_PROXY=${url} NO_PROXY=${direct}`),
      say('The go command needs no certificate, since its hosts are not decrypted.'),
    ],
  },
  {
    id: 'rust',
    title: 'Rust',
    steps: ({ url, direct }) => [
      say(
        'Programs with reqwest use HTTPS_PROXY. Those built with native-tls or rustls-native-certs trust what the system trusts, and read SSL_CERT_FILE.',
      ),
      type(`export HTTPS_PROXY=${url} NO_PROXY=${direct}`),
      say(
        'Those built with webpki-roots trust a fixed list only and cannot be decrypted: see WEIR_BYPASS_HOSTS. cargo needs nothing, since its hosts are not decrypted.',
      ),
    ],
  },
]
