import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { throughProxy } from '../support/dispatchers.ts'
import { ask } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const scope = fileScope()
const HOST = 'api.openai.com'
let weir: Weir

test.before(async () => {
  const upstream = await startUpstream(scope, { hosts: [HOST] })
  weir = await startWeir(scope, { upstreams: { [HOST]: upstream } })
  await weir.createPolicy(policyOn('EMAIL', 'block', 'No addresses'))
  await weir.createPolicy(policyOn('IBAN', 'block', 'No bank data'))
})

async function untilAnswered(text: string, status: number): Promise<void> {
  await until(
    async () => (await ask(throughProxy(scope, weir), text)).status === status,
    () => `“${text}” is not answered with ${status}`,
  )
}

test('an exception holds until it is removed, and records name it', async (t) => {
  const prompt = `Write to ${EMAIL}, please.`
  await untilAnswered(prompt, 400)
  const file = join(weir.dataDir, 'values.txt')
  writeFileSync(file, `\n${EMAIL.toUpperCase()}\n`)
  const args = ['--platforms', 'openai-api', '--values', file, '--reason', 'a test', '--owner', 'ann', '--days', '30']
  const added = await adminCommand(weir.dataDir, ['exceptions', 'add', '--policy', 'No addresses', ...args, '--json'])
  t.is(added.code, 0, added.stderr)
  const { id } = JSON.parse(added.stdout) as { id: string }
  await untilAnswered(prompt, 200)
  t.is((await ask(throughProxy(t, weir), `${prompt} Or to paul.durand@acme.fr.`)).status, 400, 'another value')
  t.is((await ask(throughProxy(t, weir), `${prompt} Pay ${IBAN}.`)).status, 400, 'another policy')

  let records: { content_metadata: Record<string, unknown>; enforced_action: string }[] = []
  await until(
    async () => {
      const { json } = await weir.api<{ data: typeof records }>('GET', '/interactions?enforced_action=allow')
      records = json.data
      return records.length > 0
    },
    () => 'nothing was recorded',
  )
  t.deepEqual(records[0]?.content_metadata.excepted_by, [id])

  const listed = await adminCommand(weir.dataDir, ['exceptions', 'list'])
  t.regex(listed.stdout, new RegExp(`^${id}  .*  ann  openai-api and 1 values\n$`))
  t.is((await adminCommand(weir.dataDir, ['exceptions', 'remove', '--id', id])).code, 0)
  await untilAnswered(prompt, 400)
  t.is((await adminCommand(weir.dataDir, ['exceptions', 'remove', '--id', id])).code, 1)
  t.is((await adminCommand(weir.dataDir, ['exceptions', 'add', ...args.slice(4)])).code, 2, 'it narrows nothing')
  writeFileSync(file, ' \n\n')
  const withoutValues = await adminCommand(weir.dataDir, ['exceptions', 'add', ...args])
  t.is(withoutValues.code, 2, 'an exception without values would be one for all')
  t.regex(withoutValues.stderr, /there is no value in /)
})
