import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { openAuthority } from '../../certs/authority.ts'
import { COMMANDS } from '../../cli/commands.ts'
import { adminCommand } from '../support/admin-command.ts'
import { ADMIN_EMAIL, startTestApi } from '../support/api.ts'
import { temporaryFile, temporaryFolder } from '../support/temp.ts'
import { refusingPort } from '../support/wire.ts'

const EXIT_CODES = 'Exit codes: 0 well, 1 a failure, 2 a wrong command line or configuration.'

for (const { name, summary, operand, options } of COMMANDS) {
  test(`${name}: --help tells all, and what is wrong on the command line is exit code 2 with the same`, async (t) => {
    const folder = temporaryFolder(t)
    const help = await adminCommand(folder, [...name.split(' '), '--help'])
    t.is(help.code, 0)
    const known = [...options.map((option) => `--${option.name}`), '--json', '--help', operand?.value ?? '']
    for (const text of [`Usage: npm run admin -- ${name}`, summary, ...known, EXIT_CODES])
      t.true(help.stdout.includes(text), text)
    t.deepEqual(await adminCommand(folder, ['help', ...name.split(' ')]), help)
    const wrong = await adminCommand(folder, [...name.split(' '), '--nonsense'])
    t.is(wrong.code, 2)
    t.true(wrong.stderr.includes(help.stdout), 'the usage follows')
    t.is(wrong.stdout, '')
  })
}

test('the documents have every command as its help is', async (t) => {
  const document = readFileSync(new URL('../../docs/reference/commands.md', import.meta.url), 'utf8')
  for (const { name } of COMMANDS)
    t.true(document.includes((await adminCommand(temporaryFolder(t), [...name.split(' '), '--help'])).stdout), name)
})

/** Other tests run these, since they need a package index. */
const ELSEWHERE = ['model install']

test('every command prints one line of JSON with --json, and what it does works', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  openAuthority(dataDir, () => new Date())
  const seen = new Set<string>()
  const folder = temporaryFolder(t)
  const inFolder = (name: string) => join(folder, name)
  const run = (name: string, ...args: string[]) => jsonOf(t, seen, dataDir, name, args)

  await run('config')
  await run('doctor')
  await run('tenant list')
  await run('user list')
  const user = ['--email', ADMIN_EMAIL]
  await run('user reset-password', ...user, '--password-file', temporaryFile(t, 'Correct-Horse-2-Battery\n'))
  await run('user sign-in-link', ...user)
  await run('user remove-second-factor', ...user)
  await run('user unlink', ...user)
  await run('token create', '--name', 'Lyon', '--scopes', 'record,policies')
  await run('token list')
  await run('token delete', '--name', 'Lyon')
  await run('policies export', '--to', inFolder('policies.yaml'))
  await run('policies diff', inFolder('policies.yaml'))
  await run('policies apply', inFolder('policies.yaml'))
  const exception = ['--types', 'EMAIL', '--reason', 'a trial', '--owner', 'Ada', '--days', '3']
  const added = (await run('exceptions add', ...exception)) as { id: string }
  await run('exceptions list')
  await run('exceptions remove', '--id', added.id)
  const held = (await run('legal-hold set', '--from', '2026-01-01', '--reason', 'Case 7', '--owner', 'Legal')) as {
    id: string
  }
  await run('legal-hold list')
  await run('legal-hold lift', '--id', held.id, '--reason', 'it is over')
  await run('verify-audit')
  await run('export', '--from', '2026-01-01', '--to', '2026-03-31', '--out', inFolder('q1.jsonl'))
  await run('export-key')
  await run('verify-export', inFolder('q1.jsonl'))
  await run('keys list')
  await run('keys rotate')
  await run('ca show')
  await run('ca export')
  await run('ca create', '--to', inFolder('shared-ca'))
  await run('ca rotate', '--prepare')
  await run('demo', '--remove')
  await run('backup', '--to', inFolder('backup'))
  await run('copy', '--to', `sqlite:${inFolder('copy.sqlite')}`, '--dry-run')
  await jsonOf(t, seen, temporaryFolder(t), 'restore', ['--from', inFolder('backup')])
  await run(
    'tenant create',
    '--name',
    'Acme',
    '--admin-email',
    'ada@acme.example',
    '--admin-password',
    'Correct-Horse-3-Battery',
  )
  t.deepEqual(
    COMMANDS.map(({ name }) => name).filter((name) => !seen.has(name)),
    ELSEWHERE,
  )
})

async function jsonOf(
  t: ExecutionContext,
  seen: Set<string>,
  dataDir: string,
  name: string,
  args: readonly string[],
): Promise<unknown> {
  const ways = {
    WEIR_UPSTREAM_PROXY: `http://127.0.0.1:${await refusingPort(t)}`,
    WEIR_API_PORT: '0',
    WEIR_PROXY_PORT: '0',
  }
  const { code, stdout, stderr } = await adminCommand(dataDir, [...name.split(' '), ...args, '--json'], ways)
  t.is(code, 0, `${name}: ${stdout}${stderr}`)
  t.regex(stdout, /^[^\n]+\n$/, name)
  seen.add(name)
  return JSON.parse(stdout)
}
