import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi } from '../support/api.ts'

const FILE = `# What Acme wants
version: 1
detectors:
  - name: Projects
    kind: dictionary
    type: PROJECT_NAME
    words: [Bluebird, Cormorant]
policies:
  - name: No project names
    enabled: true
    priority: 10
    rules:
      action: block
      conditions:
        - {field: classifications, operator: contains, value: PROJECT_NAME}
  - name: Risky prompts
    rules: {action: coach, conditions: [{field: risk_score, operator: gte, value: 0.8}]}
`

type Listed = { readonly policies: readonly { readonly name: string; readonly priority: number }[] }
type Entries = { readonly entries: readonly { readonly action: string; readonly actor_id: string | null }[] }

async function start(t: ExecutionContext) {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const run = (...args: string[]) => adminCommand(dataDir, ['policies', ...args])
  const write = (text: string) => {
    const path = join(dataDir, 'weir.yaml')
    writeFileSync(path, text)
    return path
  }
  const names = async () => {
    const { json } = await api.request<Listed>('GET', '/policies?sort=name', { token: api.admin })
    return json.policies.map(({ name, priority }) => `${name} ${priority}`)
  }
  const actions = async () => {
    const { json } = await api.request<Entries>('GET', '/audit-log?limit=100', { token: api.admin })
    return json.entries.filter(({ actor_id }) => actor_id === null).map(({ action }) => action)
  }
  return { api, run, write, names, actions, dataDir }
}

test('a file is shown, applied, and nothing is left to do', async (t) => {
  const { run, write, names, actions } = await start(t)
  const file = write(FILE)
  const diff = await run('diff', file)
  t.is(diff.code, 1)
  t.is(
    diff.stdout,
    'create detector "Projects"\ncreate policy "No project names"\ncreate policy "Risky prompts" (not enabled)\n',
  )
  t.regex(diff.stderr, /^3 differences; /)
  const dry = await run('apply', file, '--dry-run')
  t.deepEqual([dry.code, dry.stdout], [0, `${diff.stdout}3 changes to make\n`])
  t.deepEqual(await names(), [])

  const applied = await run('apply', file)
  t.deepEqual([applied.code, applied.stdout, applied.stderr], [0, `${diff.stdout}3 changes made\n`, ''])
  t.deepEqual(await names(), ['No project names 10', 'Risky prompts 100'])
  const made = ['detector.created', 'policy.created', 'policy.created']
  t.deepEqual((await actions()).filter((action) => made.includes(action)).sort(), made)

  const again = await run('apply', file)
  t.deepEqual([again.code, again.stdout], [0, 'nothing to change\n'])
  t.is((await run('diff', file)).code, 0)
})

test('what is written is what is read back, and changes are named by field', async (t) => {
  const { run, write, names, dataDir } = await start(t)
  await run('apply', write(FILE))
  const to = join(dataDir, 'export.yaml')
  t.is((await run('export', '--to', to)).code, 0)
  const text = readFileSync(to, 'utf8')
  t.regex(text, /^# Policies and detectors of the tenant "default"/)
  t.deepEqual((await run('apply', to)).stdout, 'nothing to change\n')
  const again = await run('export', '--to', to)
  t.is(again.code, 1, 'an existing file is not replaced')
  t.regex(again.stderr, /cannot be written: it is there already; --force replaces it\n$/)
  t.is((await run('export', '--to', to, '--force')).code, 0)
  t.is((await run('export')).stdout, text)

  const changed = text.replace('priority: 100', 'priority: 7').replace('- Cormorant', '- Cormorant\n      - Dunlin')
  const { code, stdout } = await run('apply', write(changed))
  t.deepEqual(
    [code, stdout],
    [0, 'update detector "Projects": words\nupdate policy "Risky prompts": priority 100 -> 7\n2 changes made\n'],
  )
  t.deepEqual(await names(), ['No project names 10', 'Risky prompts 7'])
})

test('what the file does not name is deleted only when that is asked for; known values stay in any case', async (t) => {
  const { api, run, write, names } = await start(t)
  const known = { name: 'Customers', kind: 'known_values', type: 'CUSTOMER', values: ['Aurelia Penhaligon'] }
  t.is((await api.request('POST', '/detectors', { token: api.admin, json: known })).status, 201)
  await run('apply', write(FILE))
  t.false((await run('export')).stdout.includes('Penhaligon'))
  const less = write('version: 1\n')
  const kept = await run('apply', less)
  t.is(kept.stdout.match(/^stays, though the file does not name it: /gm)?.length, 3)
  t.is((await names()).length, 2)
  const pruned = await run('apply', less, '--prune', '--json')
  t.like(JSON.parse(pruned.stdout), { changes: [{ change: 'delete' }, { change: 'delete' }, { change: 'delete' }] })
  t.deepEqual(await names(), [])
  const { json } = await api.request<{ detectors: { name: string }[] }>('GET', '/detectors', { token: api.admin })
  t.deepEqual(
    json.detectors.map(({ name }) => name),
    ['Customers'],
  )
})

test('a wrong file changes nothing, and is told what is wrong without a value of it', async (t) => {
  const { run, write, names } = await start(t)
  const cases: [string, RegExp][] = [
    ['version: 1\npolicies: [', /is no YAML: [a-z ]+ at line 2/],
    ['version: 1\npolicies: [{name: x, rules: {action: shout, conditions: []}}]', /policies\.0\.rules\.action: /],
    ['version: 2\n', /version: /],
    ['[{"name": "x"}]', /must begin with "version: 1"/],
    ['version: 1\nsecrets: 1\n', /secrets/],
    ['version: 1\na: &a [x]\nb: *a\n', /alias/],
    [FILE.replace('Risky prompts', 'No project names'), /two policies named "No project names"/],
    [
      'version: 1\ndetectors: [{name: a, kind: pattern, type: A, pattern: "("}]',
      /this one is not: create detector "a"/,
    ],
  ]
  for (const [text, problem] of cases) {
    const { code, stderr } = await run('apply', write(text))
    t.is(code, 1, text)
    t.regex(stderr, problem)
  }
  t.deepEqual(await names(), [])
  t.is((await run('apply')).code, 2)
  t.is((await run('apply', '/nowhere.yaml')).stderr, '/nowhere.yaml cannot be read: there is no such file or folder\n')
  t.is((await run('apply', 'a.yaml', 'b.yaml')).code, 2)
})

test('what weakens a policy is told and kept, and a likely slip is warned of', async (t) => {
  const { api, run, write } = await start(t)
  await run('apply', write(FILE))
  const weaker = FILE.replace('action: block', 'action: log').replace('PROJECT_NAME}', 'PROJECT_NAMES}')
  const { stdout } = await run('apply', write(weaker))
  t.regex(stdout, /^update policy "No project names": action block -> log, conditions$/m)
  t.regex(stdout, /^warning, policy "No project names", rules\.conditions\.0\.value: .*did you mean PROJECT_NAME\?/m)
  const log = await api.request<{ entries: object[] }>('GET', '/audit-log?action=policy.updated', { token: api.admin })
  const details = { name: 'No project names', changed: ['rules'], action: 'log', previous_action: 'block' }
  t.like(log.json.entries[0], { details })
})
