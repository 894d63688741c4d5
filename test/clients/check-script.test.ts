import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import test from 'ava'
import { runCurl } from '../support/curl.ts'
import { testWith } from '../support/optional.ts'
import { fileScope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import { foldersWith } from '../support/tools.ts'
import { announced, startWeir, type Weir } from '../support/weir.ts'

const SCRIPT = join(import.meta.dirname, '../../config/check/weir-check.sh')
/** The programs that it asks here: no Java, which takes seconds to start. */
const PROGRAMS = ['curl', 'git', 'python3']
/** What the script needs itself. */
const NEEDED = 'sh openssl awk cat cut grep head mktemp rm sed tail tr uname'.split(' ')
const scope = fileScope()
const scriptTest = testWith(test, 'curl', 'git', 'python', 'openssl')

let weir: Weir
let bundle: string
let path: string
test.before(async () => {
  weir = await startWeir(scope)
  path = temporaryFolder(scope)
  for (const tool of NEEDED) symlinkSync(join(foldersWith(tool)[0] ?? '', tool), join(path, tool))
  for (const [name, file] of PROGRAMS.map((name) => [name, programOf(name)]))
    writeFileSync(join(path, name ?? ''), `#!/bin/sh\nexec '${file}' "$@"\n`, { mode: 0o755 })
  symlinkSync(process.execPath, join(path, 'node'))
  bundle = join(temporaryFolder(scope), 'bundle.pem')
  writeFileSync(bundle, [...rootCertificates, weir.ca].join('\n'))
})

/** Where a program really is; a version manager's stand-in for Python costs a second each time. */
function programOf(name: string): string {
  const found = join(foldersWith(name)[0] ?? '', name)
  if (name !== 'python3') return found
  return spawnSync(found, ['-c', 'import sys; print(sys.executable)']).stdout.toString().trim()
}

/** Runs the script as a person does whose shell has these variables and no others. */
async function check(env: Readonly<Record<string, string>>, args: readonly string[] = []) {
  const home = temporaryFolder(scope)
  const child = spawn('sh', [SCRIPT, ...args], { cwd: home, env: { PATH: path, HOME: home, ...env } })
  let text = ''
  for (const output of [child.stdout, child.stderr])
    output.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  const [exitCode] = (await once(child, 'close')) as [number]
  const lines = text.split('\n')
  const about = (name: string) => lines.find((line) => line.slice(6).startsWith(name))
  return { exitCode, text, about }
}

scriptTest('the API serves the check, whose sum the start and the page show', async (t) => {
  const page = (await runCurl([`${weir.proxyUrl}/`])).text
  for (const label of ['Check', 'Check.ps1']) {
    const [url = '', sum = ''] = announced(weir.product, label).split(', SHA-256 ')
    const served = await runCurl(['--cacert', weir.caFile, url])
    t.is(served.status, 200)
    t.is(createHash('sha256').update(served.body).digest('hex'), sum)
    t.true(page.includes(sum), label)
    t.true(page.includes(`href="${url}"`), label)
  }
})

scriptTest('nothing set up: each program is said not to use the proxy, with what to type', async (t) => {
  const { exitCode, about, text } = await check({}, ['--proxy', weir.proxyUrl])
  t.is(exitCode, 1)
  for (const name of ['curl', 'git', 'node', 'python3']) t.regex(about(name) ?? '', /^mend .* does not use Weir$/)
  t.true(text.includes(`export HTTPS_PROXY=${weir.proxyUrl} NO_PROXY=localhost,127.0.0.1,::1\n`))
  t.regex(about('the system') ?? '', /does not trust the CA$/)
})

scriptTest('the proxy alone: each program is said not to trust the CA', async (t) => {
  const { exitCode, about } = await check({ HTTPS_PROXY: weir.proxyUrl, NODE_USE_ENV_PROXY: '1' })
  t.is(exitCode, 1)
  for (const name of ['curl', 'node', 'python3'])
    t.regex(about(name) ?? '', /^mend .* uses Weir, and does not trust its CA$/)
  t.regex(about('git') ?? '', /^ok .* need not trust/)
  t.regex(about('HTTPS_PROXY') ?? '', /^ok /)
})

scriptTest('all set up: each program uses the proxy and trusts the CA, which is the right one', async (t) => {
  const fingerprint = spawnSync('openssl', ['x509', '-in', weir.caFile, '-noout', '-fingerprint', '-sha256'])
  const env = {
    HTTPS_PROXY: weir.proxyUrl,
    NODE_USE_ENV_PROXY: '1',
    NODE_EXTRA_CA_CERTS: weir.caFile,
    SSL_CERT_FILE: bundle,
    REQUESTS_CA_BUNDLE: bundle,
    CURL_CA_BUNDLE: bundle,
    GIT_SSL_CAINFO: bundle,
  }
  const { about } = await check(env, ['--fingerprint', fingerprint.stdout.toString().trim().replace(/.*=/, '')])
  for (const name of ['curl', 'git', 'node', 'python3'])
    t.regex(about(name) ?? '', /^ok .* uses Weir and trusts it$/, name)
  t.regex(about('the CA has') ?? '', /^ok /)
})

scriptTest('what weakens a device is said: a bundle of the CA alone, and verification that is off', async (t) => {
  const env = { HTTPS_PROXY: 'http://elsewhere.example:3128', SSL_CERT_FILE: weir.caFile, GIT_SSL_NO_VERIFY: '1' }
  const { exitCode, about } = await check(env, ['--proxy', weir.proxyUrl])
  t.is(exitCode, 1)
  t.regex(about('HTTPS_PROXY') ?? '', /leads elsewhere$/)
  t.regex(about('SSL_CERT_FILE') ?? '', /CA alone/)
  t.regex(about('GIT_SSL_NO_VERIFY') ?? '', /switches the verification/)
})

scriptTest('the wrong CA, no proxy and wrong usage end the check with 2', async (t) => {
  t.is((await check({}, ['--proxy', weir.proxyUrl, '--fingerprint', 'AA:BB'])).exitCode, 2)
  t.is((await check({}, ['--proxy', 'http://127.0.0.1:1'])).exitCode, 2)
  t.is((await check({}, ['--nothing'])).exitCode, 2)
  t.is((await check({})).exitCode, 2)
})
