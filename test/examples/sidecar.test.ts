import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { loadSettings } from '../../config/settings.ts'
import { VERSION } from '../../config/version.ts'
import { LINTERS, testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILE = join(ROOT, 'examples/sidecar/docker-compose.yml')
const READER = join(LINTERS, 'compose-config')
const GIVEN = { WEIR_API_URL: 'https://weir.corp.example:8443/api/v1', WEIR_SERVICE_TOKEN: `wst_${'a'.repeat(43)}` }

interface Service {
  readonly image: string
  readonly network_mode?: string
  readonly environment: Readonly<Record<string, string>>
  readonly volumes: readonly { readonly source: string; readonly target: string; readonly read_only?: boolean }[]
}

function compose(given: Readonly<Record<string, string>>) {
  return spawnSync(READER, [FILE], { encoding: 'utf8', env: { PATH: process.env.PATH, ...given } })
}

const withReader = testWith(test, 'compose-config')

withReader('the sidecar file is one that compose takes, and asks for what it needs', (t) => {
  const { status, stdout, stderr } = compose(GIVEN)
  t.is(status, 0, stderr)
  for (const name of Object.keys(GIVEN)) t.not(compose({ ...GIVEN, [name]: '' }).status, 0, name)

  const { weir, trust, app } = JSON.parse(stdout).services as Record<string, Service>
  t.is(weir?.image, `weir-proxy:${VERSION}`)
  t.is(trust?.image, weir?.image)
  const { WEIR_API_CA: _file, ...environment } = weir?.environment ?? {}
  const settings = loadSettings(environment, temporaryFolder(t))
  t.deepEqual(settings.unknownVariables, [])
  t.is(settings.proxyHost, '127.0.0.1', 'nothing outside reaches the proxy')

  for (const service of [trust, app]) t.is(service?.network_mode, 'service:weir')
  t.is(app?.environment.HTTPS_PROXY, `http://127.0.0.1:${settings.proxyPort}`)
  t.deepEqual(
    app?.volumes.map(({ source, target, read_only }) => ({ source, target, read_only })),
    [{ source: 'trust', target: '/trust', read_only: true }],
    'the application sees no key of the proxy',
  )
})

test('the files that the application trusts are those that are written', (t) => {
  const text = readFileSync(FILE, 'utf8')
  const written = new Set([...text.matchAll(/writeFileSync\('([^']+)'/g)].map(([, path]) => path))
  const trusted = new Set([...text.matchAll(/^ {6}[A-Z_]+: (\/trust\/\S+)$/gm)].map(([, path]) => path))
  t.deepEqual(trusted, written)
})
