import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { renderOnboardingPage } from '../../../proxy/onboarding/page.ts'
import { temporaryFolder } from '../../support/temp.ts'

const run = promisify(execFile)
const SYSTEM_BUNDLES = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt', '/etc/ssl/cert.pem']

/** What the page tells a person to type for programs, from the exports on. */
function commandsOfThePage(): string {
  const page = renderOnboardingPage({
    fingerprint: 'AA:BB',
    proxy: '127.0.0.1:8080',
    hosts: [],
    apiOrigin: 'https://weir.corp.example:8443',
  })
  const block = /<pre>(export HTTPS_PROXY=[^<]*)<\/pre>/.exec(page)?.[1] ?? ''
  return block.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
}

/** Runs them in sh on a machine that has these files and programs besides the usual ones. */
async function follow(t: ExecutionContext, files: Readonly<Record<string, string>>, python: string) {
  const machine = temporaryFolder(t)
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(machine, path)), { recursive: true })
    writeFileSync(join(machine, path), text)
    chmodSync(join(machine, path), 0o755)
  }
  for (const [path, text] of Object.entries({ ...files, 'weir-ca.pem': 'WEIR\n' })) put(path, text)
  put('bin/python3', `#!/bin/sh\n${python.replaceAll('/etc', `${machine}/etc`)}\n`)
  put('bin/curl', '#!/bin/sh\n')
  const script = `${commandsOfThePage().replaceAll(' /etc/', ` ${machine}/etc/`)}\necho "<$SSL_CERT_FILE><$REQUESTS_CA_BUNDLE>"`
  const { stdout } = await run('sh', ['-c', script], { cwd: machine, env: { PATH: `${machine}/bin:/usr/bin:/bin` } })
  const bundle = join(machine, 'weir-bundle.pem')
  return { bundle, exported: stdout.trim(), text: existsSync(bundle) ? readFileSync(bundle, 'utf8') : undefined }
}

const NO_CERTIFI = 'exit 1'

for (const path of SYSTEM_BUNDLES) {
  test(`the bundle is made from ${path}`, async (t) => {
    const { bundle, exported, text } = await follow(t, { [path]: 'PUBLIC\n' }, NO_CERTIFI)
    t.is(text, 'PUBLIC\nWEIR\n')
    t.is(exported, `<${bundle}><${bundle}>`)
  })
}

test('without a bundle of the system, it is made from certifi', async (t) => {
  const { text } = await follow(t, { '/etc/certifi.pem': 'CERTIFI\n' }, 'echo /etc/certifi.pem')
  t.is(text, 'CERTIFI\nWEIR\n')
})

test('without either, no bundle is written and none exported', async (t) => {
  t.like(await follow(t, {}, NO_CERTIFI), { text: undefined, exported: '<><>' })
})

test('the guide has the same commands', (t) => {
  const guide = readFileSync(new URL('../../../docs/operators-guide.md', import.meta.url), 'utf8')
  const lines = commandsOfThePage()
    .split('\n')
    .filter((line) => /^roots=|^export SSL_CERT_FILE/.test(line))
  t.is(lines.length, 3)
  t.true(guide.includes(lines.join('\n')))
})
