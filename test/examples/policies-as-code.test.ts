import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import type { Policy } from '../../core/model/policy.ts'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'
import { ADMIN } from '../support/product-api.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const EXAMPLE = join(import.meta.dirname, '../../examples/policies-as-code')
const { version, policies: POLICIES } = JSON.parse(readFileSync(join(EXAMPLE, 'policies.json'), 'utf8')) as {
  readonly version: number
  readonly policies: Policy[]
}
const fileOf = (policies: readonly Policy[]) => JSON.stringify({ version, policies })

function apply(weir: Weir, file: string, ...options: readonly string[]): Promise<{ code: number; output: string }> {
  const env = {
    PATH: process.env.PATH,
    API: weir.apiUrl,
    EMAIL: ADMIN.email,
    PASSWORD: ADMIN.password,
    NODE_EXTRA_CA_CERTS: weir.caFile,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [join(EXAMPLE, 'apply.mjs'), file, ...options], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
    })
  })
}

test('a file of policies is compared, applied, found unchanged, updated and pruned', async (t) => {
  const weir = await startWeir(t, {})
  const file = join(temporaryFolder(t), 'policies.json')
  const listed = async () => (await weir.api<{ policies: Policy[] }>('GET', '/policies?include=rules')).json.policies
  writeFileSync(file, fileOf(POLICIES))

  const dry = await apply(weir, file)
  t.is(dry.code, 0, dry.output)
  t.regex(dry.output, /^create {2}No bank accounts$/m)
  t.regex(dry.output, /^3 to change$/m)
  t.deepEqual(await listed(), [], 'a dry run changes nothing')

  const applied = await apply(weir, file, '--apply')
  t.is(applied.code, 0, applied.output)
  const fields = ({ name, description, enabled, priority, rules }: Policy) => ({
    name,
    description,
    enabled,
    priority,
    rules,
  })
  t.deepEqual((await listed()).map(fields), POLICIES.map(fields))
  t.regex((await apply(weir, file)).output, /^0 to change$/m)

  const [first, ...others] = POLICIES
  if (first === undefined) throw new Error('the example has no policy')
  writeFileSync(file, fileOf([{ ...first, priority: 15 }, ...others.slice(1)]))
  const changed = await apply(weir, file, '--apply')
  t.regex(changed.output, /^update {2}No bank accounts: priority$/m)
  t.regex(changed.output, /^leave {2}No secrets$/m)
  t.is((await listed()).length, 3)
  t.regex((await apply(weir, file, '--apply', '--prune')).output, /^delete {2}No secrets$/m)
  t.deepEqual(
    (await listed()).map(({ name, priority }) => `${name} ${priority}`),
    ['No bank accounts 15', 'Think before you send many personal data 50'],
  )
})

test('wrong usage ends with exit code 2', async (t) => {
  const code = await new Promise((resolve) => {
    execFile(process.execPath, [join(EXAMPLE, 'apply.mjs')], (error) => resolve(error?.code))
  })
  t.is(code, 2)
})

test('the command on the server takes the same file', async (t) => {
  const api = await startTestApi(t)
  const { code, stdout } = await adminCommand(api.settings.dataDir, [
    'policies',
    'apply',
    join(EXAMPLE, 'policies.json'),
  ])
  t.deepEqual([code, stdout.split('\n').at(-2)], [0, `${POLICIES.length} changes made`])
})
