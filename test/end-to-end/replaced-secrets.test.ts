import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { type Product, runProduct } from '../support/product.ts'
import { temporaryFolder } from '../support/temp.ts'
import { settings, startWeir, untilReady } from '../support/weir.ts'
import { refusingPort, until } from '../support/wire.ts'

/** What doctor finds with these checks, each as the log of a start says it. */
async function toldByDoctor(t: ExecutionContext, dataDir: string, names: readonly string[], env = {}) {
  const away = `http://127.0.0.1:${await refusingPort(t)}`
  const ports = { WEIR_API_PORT: '0', WEIR_PROXY_PORT: '0', WEIR_UPSTREAM_PROXY: away }
  const { stdout } = await adminCommand(dataDir, ['doctor', '--json'], { ...ports, ...env })
  const findings = JSON.parse(stdout) as { check: string; status: string; message: string; mend?: string }[]
  return findings
    .filter(({ check }) => names.includes(check))
    .map(({ status, message, mend }) => (mend === undefined ? status : `${status} ${message}. ${mend}`))
}

/** The line of the log with this code. */
function logged({ stdout }: Product, code: string): string | undefined {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line)).find((line) => line.code === code)?.msg
}

test.serial('secrets that were replaced are told by the start and by doctor', async (t) => {
  const weir = await startWeir(t)
  const { dataDir } = weir
  t.is(await weir.stop(), 0)
  t.is(logged(weir.product, 'ERR_OTHER_KEY'), undefined)
  t.deepEqual(await toldByDoctor(t, dataDir, ['keys']), ['ok', 'ok'])
  for (const name of ['jwt-secret', 'conversation-key']) writeFileSync(join(dataDir, 'secrets', name), 'x'.repeat(64))
  const [root = '', key = ''] = await toldByDoctor(t, dataDir, ['keys'])
  const again = await startWeir(t, { dataDir })
  t.is(await again.stop(), 0)
  t.is(`warning ${logged(again.product, 'ERR_OTHER_KEY')}`, key)
  const msg = logged(again.product, 'ERR_KEYS') ?? ''
  const [found = '', mend = ''] = msg.split(/: (.*)/s)
  t.true(root.startsWith(`failed ${found} (`) && root.endsWith(`. ${mend}`), `${root}\n${msg}`)
  // As long as nobody says that it is meant.
  t.deepEqual((await toldByDoctor(t, dataDir, ['keys']))[1], key)
  rmSync(join(dataDir, 'proxy-first-start.json'))
  const accepted = await startWeir(t, { dataDir })
  t.is(await accepted.stop(), 0)
  t.is(logged(accepted.product, 'ERR_OTHER_KEY'), undefined)
  t.is((await toldByDoctor(t, dataDir, ['keys']))[1], 'ok')
})

/** A proxy alone, of the tenant whose token it has. */
async function runProxy(t: ExecutionContext, api: TestApi, dataDir: string, token: string) {
  const env = { WEIR_API_URL: api.server.url, WEIR_SERVICE_TOKEN: token }
  const product = runProduct(t, { ...settings(dataDir), ...env }, dataDir, 'proxy/main.ts')
  await untilReady(product)
  await until(
    () => existsSync(join(dataDir, 'proxy-first-start.json')),
    () => product.stdout,
  )
  const end = async () => {
    product.process.kill('SIGTERM')
    t.is(await product.ended, 0)
  }
  return { product, env, end }
}

test.serial('an API whose tenant is another is told by the start of a proxy and by doctor', async (t) => {
  const api = await startTestApi(t)
  const make = ['tenant', 'create', '--name', 'Acme', '--admin-email', 'a@b.org', '--password-stdin']
  t.is((await adminCommand(api.settings.dataDir, make, {}, 'Correct-Horse-3-Battery')).code, 0)
  const tokenOf = async (tenant: string) => {
    const args = ['token', 'create', '--tenant', tenant, '--name', 'proxy', '--scopes', 'record,policies']
    return (await adminCommand(api.settings.dataDir, args)).stdout.trim()
  }
  const [own, other] = [await tokenOf('default'), await tokenOf('Acme')]
  const dataDir = temporaryFolder(t)
  const first = await runProxy(t, api, dataDir, own)
  await first.end()
  t.deepEqual(await toldByDoctor(t, dataDir, ['api'], first.env), ['ok'])
  const second = await runProxy(t, api, dataDir, other)
  await until(
    () => logged(second.product, 'ERR_OTHER_TENANT') !== undefined,
    () => second.product.stdout,
  )
  await second.end()
  t.deepEqual(await toldByDoctor(t, dataDir, ['api'], second.env), [
    `failed ${logged(second.product, 'ERR_OTHER_TENANT')}`,
  ])
  rmSync(join(dataDir, 'proxy-first-start.json'))
  await (await runProxy(t, api, dataDir, other)).end()
  t.deepEqual(await toldByDoctor(t, dataDir, ['api'], second.env), ['ok'])
})
