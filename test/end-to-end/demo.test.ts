import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import { referenceOf } from '../../core/reference.ts'
import { startWeir } from '../support/weir.ts'

const ADMIN = new URL('../../cli/main.ts', import.meta.url).pathname

test('the demonstration shows a block and leaves no policy behind, unless it is to be kept', async (t) => {
  const weir = await startWeir(t)
  const demo = async (...args: readonly string[]) => {
    const env = {
      ...{ WEIR_DATA_DIR: weir.dataDir, WEIR_PROXY_PORT: String(weir.proxyPort) },
      WEIR_PUBLIC_URL: 'https://weir.example.com',
    }
    const command = [ADMIN, 'demo', '--json', ...args]
    const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: weir.dataDir, env })
    return JSON.parse(stdout)
  }
  const names = async () => {
    const { json } = await weir.api<{ policies: { name: string }[] }>('GET', '/policies')
    return json.policies.map(({ name }) => name)
  }
  const shown = await demo()
  t.like(shown, { status: 400, kept: false })
  // It leads to the record of this very prompt.
  const [record] = await weir.listed(() => true)
  t.is(shown.console, `https://weir.example.com/find?reference=${referenceOf(record?.id ?? '')}`)
  t.is(record?.content_metadata.user_agent, 'weir-demo')
  t.deepEqual(await names(), [])
  t.like(await demo('--keep'), { status: 400, kept: true })
  t.deepEqual(await names(), ['Demo: no bank accounts'])
  t.like(await demo('--remove'), { removed: true })
  t.deepEqual(await names(), [])
})

test('where the proxy asks who uses it, the demonstration says so, and leaves no policy behind', async (t) => {
  const weir = await startWeir(t, { env: { WEIR_PROXY_AUTH: 'basic' } })
  const env = { WEIR_DATA_DIR: weir.dataDir, WEIR_PROXY_PORT: String(weir.proxyPort) }
  const running = promisify(execFile)(process.execPath, [ADMIN, 'demo'], { cwd: weir.dataDir, env })
  const { stderr } = (await t.throwsAsync(running)) as Error & { readonly stderr: string }
  t.regex(stderr, /asks who uses it \(WEIR_PROXY_AUTH\).*proxy token/)
  const { json } = await weir.api<{ policies: unknown[] }>('GET', '/policies')
  t.deepEqual(json.policies, [])
})
