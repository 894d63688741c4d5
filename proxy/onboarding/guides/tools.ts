import { type Guide, say, type } from './guide.ts'

const json = (value: unknown) => JSON.stringify(value, undefined, 2)

/** Programs that are set up each in its own way. */
export const TOOLS: readonly Guide[] = [
  {
    id: 'git',
    title: 'git',
    steps: ({ url }) => [
      say('git needs no certificate, since the hosts of git servers are not decrypted. It uses HTTPS_PROXY, or:'),
      type(`git config --global http.proxy ${url}`),
    ],
  },
  {
    id: 'curl',
    title: 'curl',
    steps: ({ url }) => [
      say(
        'curl uses HTTPS_PROXY. It trusts what the system trusts, or the file in CURL_CA_BUNDLE, which must hold the public authorities too.',
      ),
      type(`curl --proxy ${url} --cacert weir-ca.pem https://weir.proxy/check`),
    ],
  },
  {
    id: 'docker',
    title: 'Docker',
    steps: ({ url, direct }) => [
      say('For containers, in ~/.docker/config.json:'),
      type(json({ proxies: { default: { httpsProxy: url, noProxy: direct } } })),
      say(
        '127.0.0.1 is the container itself there: give the proxy by a name or address that containers reach. The image must trust the CA (Debian):',
      ),
      type(
        'COPY weir-ca.pem /usr/local/share/ca-certificates/weir-ca.crt\nRUN update-ca-certificates\nENV NODE_EXTRA_CA_CERTS=/usr/local/share/ca-certificates/weir-ca.crt SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt REQUESTS_CA_BUNDLE=/etc/ssl/certs/ca-certificates.crt',
      ),
      say('Pulling images needs neither, since registries are not decrypted.'),
    ],
  },
  {
    id: 'vscode',
    title: 'VS Code and GitHub Copilot',
    steps: ({ url }) => [
      say('VS Code trusts what the system trusts. In settings.json:'),
      type(json({ 'http.proxy': url, 'http.proxySupport': 'on', 'http.systemCertificates': true })),
      say('Copilot knows no proxies whose own port is encrypted (https://).'),
    ],
  },
  {
    id: 'cursor',
    title: 'Cursor',
    steps: ({ url }) => [
      say('Cursor trusts what the system trusts. In settings.json:'),
      type(json({ 'http.proxy': url, 'http.proxySupport': 'on' })),
    ],
  },
  {
    id: 'claude-code',
    title: 'Claude Code',
    steps: ({ url, direct }) => [
      say('In the environment, or for good in ~/.claude/settings.json:'),
      type(json({ env: { HTTPS_PROXY: url, NO_PROXY: direct, NODE_EXTRA_CA_CERTS: '/path/weir-ca.pem' } })),
    ],
  },
  {
    id: 'codex',
    title: 'Codex',
    steps: ({ url, direct }) => [
      say(
        'Codex reads CODEX_CA_CERTIFICATE or, if that is not set, SSL_CERT_FILE. It does not read NODE_EXTRA_CA_CERTS; without one of the other two it keeps trying to reconnect.',
      ),
      type(`export HTTPS_PROXY=${url} NO_PROXY=${direct} CODEX_CA_CERTIFICATE=/path/weir-bundle.pem`),
      say('The page about Python shows how the bundle is made.'),
    ],
  },
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    steps: ({ url, direct }) => [
      type(
        `export HTTPS_PROXY=${url} NO_PROXY=${direct}\nexport NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS=/path/weir-ca.pem`,
      ),
      say('It needs NODE_USE_ENV_PROXY=1 as well as the other two.'),
    ],
  },
  {
    id: 'other-agents',
    title: 'Copilot CLI, opencode, aider',
    steps: ({ url, direct }) => [
      say('Copilot CLI and opencode:'),
      type(`export HTTPS_PROXY=${url} NO_PROXY=${direct} NODE_EXTRA_CA_CERTS=/path/weir-ca.pem`),
      say('aider is written in Python: see there for the bundle.'),
      type(
        `export HTTPS_PROXY=${url} NO_PROXY=${direct} SSL_CERT_FILE=/path/weir-bundle.pem REQUESTS_CA_BUNDLE=/path/weir-bundle.pem`,
      ),
    ],
  },
]
