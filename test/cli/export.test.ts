import { execFile, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { adminCommand } from '../support/admin-command.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import { documentEngines } from '../support/engines.ts'
import { testWith } from '../support/optional.ts'
import { sampleRecord } from '../support/sample-records.ts'
import { temporaryFolder } from '../support/temp.ts'

const opensslTest = testWith(test, 'openssl')
const RECORDS = 250
const RULES = { action: 'block', conditions: [{ field: 'risk_score', operator: 'gte', value: 0.9 }] }
const PERIOD = ['--from', '2026-01-01', '--to', '2099-12-31']

interface Line {
  readonly part?: string
  readonly record: Readonly<Record<string, unknown>>
}

/** More interactions of one millisecond than a page has, one before and one after the period; a policy that was changed and one that is gone. */
async function fill(api: TestApi) {
  const token = await api.serviceToken(['record'])
  const inside = Array.from({ length: RECORDS }, () => sampleRecord({ timestamp: '2026-03-01T00:00:00.000Z' }))
  const later = sampleRecord({ timestamp: '2026-03-31T23:59:59.999Z', risk_score: 0.95 })
  const outside = ['2026-02-28T23:59:59.999Z', '2026-04-01T00:00:00.000Z'].map((timestamp) =>
    sampleRecord({ timestamp }),
  )
  await api.request('POST', '/interactions/batch', { token, json: [...inside, later, ...outside] })
  const made = async (name: string) => {
    const json = { name, rules: RULES }
    return (await api.request<{ id: string }>('POST', '/policies', { token: api.admin, json })).json.id
  }
  const [changed, gone] = [await made('Changed'), await made('Gone')]
  await api.request('PUT', `/policies/${changed}`, { token: api.admin, json: { priority: 7 } })
  await api.request('DELETE', `/policies/${gone}`, { token: api.admin })
  return { ids: [...inside.map(({ id }) => id).sort(), later.id], changed, gone }
}

const linesOf = (path: string) => {
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Line)
}
const recordsOf = (path: string, name: string) => linesOf(path).flatMap((l) => (l.part === name ? [l.record] : []))

for (const { name, test: withEngine, environment } of documentEngines(test)) {
  withEngine(`${name}: a period is exported as it is kept, and verifies without a database`, async (t) => {
    const env = await environment()
    const api = await startTestApi(t, { env })
    const { dataDir } = api.settings
    const { ids, changed, gone } = await fill(api)
    const run = (...args: string[]) => adminCommand(dataDir, args, env)

    const all = await run('export', ...PERIOD, '--out', 'all.jsonl')
    t.deepEqual([all.code, all.stderr], [0, ''])
    const march = await run('export', '--from', '2026-03-01', '--to', '2026-03-31', '--out', 'march.jsonl', '--json')
    t.is(march.code, 0)
    t.is(statSync(join(dataDir, 'march.jsonl')).mode & 0o777, 0o600)
    t.deepEqual(
      readdirSync(dataDir).filter((file) => file.endsWith('.part')),
      [],
    )
    const exported = recordsOf(join(dataDir, 'march.jsonl'), 'interactions')
    t.deepEqual(
      exported.map(({ id }) => id),
      ids,
    )
    const shown = await api.request('GET', `/interactions/${ids.at(-1)}`, { token: api.admin })
    t.deepEqual(exported.at(-1), shown.json)

    const file = join(dataDir, 'all.jsonl')
    t.is(recordsOf(file, 'interactions').length, RECORDS + 3)
    const alerts = await api.request<{ total: number }>('GET', '/alerts', { token: api.admin })
    t.is(recordsOf(file, 'alerts').length, alerts.json.total)
    t.true(alerts.json.total > 0)
    const versions = recordsOf(file, 'policy_versions')
    const of = (id: string) => versions.flatMap((one) => (one.policy_id === id ? [[one.change, one.priority]] : []))
    t.deepEqual(of(changed), [
      ['created', 100],
      ['changed', 7],
    ])
    t.deepEqual(
      of(gone).map(([change]) => change),
      ['created', 'deleted'],
    )
    const log = await api.request<{ entries: { details: object }[] }>('GET', '/audit-log?action=export.created', {
      token: api.admin,
    })
    t.like(log.json.entries[1], { actor_id: null, target_type: 'export', details: { interactions: RECORDS + 3 } })
    t.is(recordsOf(file, 'audit_log').at(-1)?.action, 'policy.deleted')

    const [key = ''] = (await run('export-key')).stdout.split('  ').slice(1)
    const elsewhere = temporaryFolder(t)
    const verified = await adminCommand(elsewhere, ['verify-export', file, '--public-key', key])
    t.deepEqual([verified.code, verified.stderr], [0, ''])
    t.regex(verified.stdout, /^valid: tenant default, 2026-01-01T00:00:00.000Z to 2099-12-31T23:59:59.999Z, /)
    t.false(verified.stdout.includes('Compare this key'))
    t.deepEqual(readdirSync(elsewhere), [])
    t.regex((await adminCommand(elsewhere, ['verify-export', file])).stdout, /Compare this key/)
  })
}

test('what is wrong with an export is said, line by line', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  await fill(api)
  const run = (...args: string[]) => adminCommand(dataDir, args)
  await run('export', ...PERIOD, '--out', 'export.jsonl')
  const whole = readFileSync(join(dataDir, 'export.jsonl'), 'utf8')
  const [key = ''] = (await run('export-key')).stdout.split('  ').slice(1)
  const lines = whole.trimEnd().split('\n')
  const problemsOf = async (text: string, trusted = key) => {
    writeFileSync(join(dataDir, 'changed.jsonl'), text)
    const { code, stdout } = await run('verify-export', 'changed.jsonl', '--public-key', trusted, '--json')
    const { valid, problems } = JSON.parse(stdout) as { valid: boolean; problems: string[] }
    t.deepEqual([code, valid], problems.length === 0 ? [0, true] : [1, false])
    return problems
  }
  const joined = (some: readonly string[]) => `${some.join('\n')}\n`
  const without = (begin: string) => joined(lines.filter((line) => !line.startsWith(begin)))
  const [alert = ''] = lines.filter((line) => line.startsWith('{"part":"alerts"'))
  const wrong = 'The signature is wrong: the manifest was changed, or was not signed with this key'

  t.deepEqual(await problemsOf(whole), [])
  t.deepEqual(await problemsOf(whole.replace('"risk_score":0.4', '"risk_score":0.5')), [
    'The part interactions was changed: its SHA-256 is not that of the manifest',
  ])
  t.regex(
    (await problemsOf(without('{"part":"alerts"')))[0] ?? '',
    /^The part alerts is missing: the manifest counts \d+ records$/,
  )
  t.regex(
    (await problemsOf(joined([alert, ...lines])))[0] ?? '',
    /^The part alerts was changed: it has \d+ records, and/,
  )
  const [broken = '', unlinked = ''] = await problemsOf(
    whole.replace('"action":"policy.deleted"', '"action":"policy.created"'),
  )
  t.is(broken, 'The part audit_log was changed: its SHA-256 is not that of the manifest')
  t.regex(unlinked, /^The audit log is broken: entry [0-9a-f-]{36} does not follow on the one before$/)
  t.deepEqual(await problemsOf(whole.replace('"to":"2099', '"to":"2098')), [wrong])
  t.deepEqual(await problemsOf(without('{"signature"')), ['The signature is missing or is none'])
  t.deepEqual(await problemsOf(whole.slice(0, -10)), ['The signature is missing or is none'])
  t.deepEqual(await problemsOf(joined(lines.slice(0, 100))), ['The manifest is missing: no export, or cut off'])
  t.deepEqual(await problemsOf(`${whole}{"part":"alerts"}\n`), [
    `Line ${lines.length + 1} belongs to no part of an export`,
  ])
  t.deepEqual(await problemsOf(`\n${whole}`), ['Line 1 belongs to no part of an export'])
  t.true((await problemsOf('\n'.repeat(1000))).length <= 11)
  t.deepEqual(await problemsOf(''), ['The manifest is missing: no export, or cut off'])

  // An export that somebody else made, and signed well.
  const other = await startTestApi(t)
  await adminCommand(other.settings.dataDir, ['export', ...PERIOD, '--out', join(dataDir, 'other.jsonl')])
  const foreign = readFileSync(join(dataDir, 'other.jsonl'), 'utf8')
  const [otherKey] = await problemsOf(foreign)
  t.regex(otherKey ?? '', /^Signed with another key than the given one: [0-9a-f]{12} [\w-]{43}$/)
  const [begin = ''] = foreign.trimEnd().split('\n').slice(-1)
  t.deepEqual(await problemsOf(joined([...lines.slice(0, -1), begin])), [
    otherKey,
    'The signature names another key than the manifest',
    wrong,
  ])
  // One of sixty-four keys begins with a dash, and one of four thousand with two.
  for (const key of [`-${'A'.repeat(42)}`, `--${'A'.repeat(41)}`]) {
    const { code, stdout } = await run('verify-export', 'export.jsonl', '--public-key', key, '--json')
    t.deepEqual([code, stdout.includes('Signed with another key')], [1, true], key)
  }
  t.is((await run('verify-export', 'export.jsonl', '--public-key', '--json')).code, 2)
  t.is((await run('verify-export', 'export.jsonl', '--public-key', 'no key')).code, 2)
  t.is((await run('verify-export', 'export.jsonl', '--public-key', '.')).code, 2)
  t.is((await run('verify-export', 'nowhere.jsonl')).code, 1)
  t.is((await run('verify-export', '.')).code, 1)
})

opensslTest('keys of exports survive a rotation, and openssl verifies a signature as well', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const run = (...args: string[]) => adminCommand(dataDir, args)
  await run('export', ...PERIOD, '--out', 'before.jsonl')
  await run('keys', 'rotate', '--new-root')
  await run('export', ...PERIOD, '--out', 'after.jsonl')
  const keys = (await run('export-key')).stdout
  t.deepEqual(
    keys
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ')[2]),
    ['current', 'older'],
  )
  writeFileSync(join(dataDir, 'keys.txt'), keys)
  for (const file of ['before.jsonl', 'after.jsonl']) {
    t.like(await run('verify-export', file, '--public-key', 'keys.txt'), { code: 0, stderr: '' })
  }
  const [signature, manifest] = readFileSync(join(dataDir, 'after.jsonl'), 'utf8').trimEnd().split('\n').reverse()
  const { value } = (JSON.parse(signature ?? '') as { signature: { value: string } }).signature
  const pem = join(dataDir, 'key.pem')
  writeFileSync(pem, (await run('export-key', '--pem')).stdout)
  t.is((await run('verify-export', 'after.jsonl', '--public-key', 'key.pem')).code, 0)
  t.is((await run('verify-export', 'before.jsonl', '--public-key', 'key.pem')).code, 1)
  const [line, signed] = [join(dataDir, 'manifest'), join(dataDir, 'signature')]
  writeFileSync(line, manifest ?? '')
  writeFileSync(signed, Buffer.from(value, 'base64'))
  const args = ['pkeyutl', '-verify', '-pubin', '-inkey', pem, '-rawin', '-in', line, '-sigfile', signed]
  t.regex((await promisify(execFile)('openssl', args)).stdout, /Verified Successfully/)
})

opensslTest('an auditor verifies an export with what the guide says, and without Weir', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  await fill(api)
  await adminCommand(dataDir, ['export', ...PERIOD, '--out', 'export.jsonl'])
  const [key = ''] = (await adminCommand(dataDir, ['export-key'])).stdout.split('  ').slice(1)
  const guide = readFileSync(join(import.meta.dirname, '../../docs/auditors.md'), 'utf8')
  const script = /(?<=## Checking it without Weir\n[\s\S]*?```sh\n)[\s\S]*?(?=```)/.exec(guide)?.[0] ?? ''
  const check = async (KEY: string) => {
    const env = { ...process.env, FILE: 'export.jsonl', KEY }
    const checked = await promisify(execFile)('sh', ['-c', script], { cwd: dataDir, env }).catch((error) => error)
    return String(checked.stdout).trimEnd().split('\n')
  }
  const [verdict, ...hashes] = await check(key)
  t.is(verdict, 'Signature Verified Successfully')
  t.is(hashes.length, 8)
  for (const index of [0, 2, 4, 6]) t.is(hashes[index], hashes[index + 1])
  t.is((await check(Buffer.alloc(32, 9).toString('base64url')))[0], 'Signature Verification Failure')
})

test('an export that is stopped leaves nothing behind', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(import.meta.dirname, '../../cli/export/file.ts')
  const script = `const { ExportFile } = await import(${JSON.stringify(file)})
    const file = await ExportFile.create('stopped.jsonl')
    await file.writeLine('x'.repeat(1_000_000))
    process.stdout.write('writing')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: folder })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  t.is(readdirSync(folder).length, 1)
  child.kill('SIGINT')
  t.deepEqual((await ended)[0], 1)
  t.deepEqual(readdirSync(folder), [])
})

test('of two exports to one name, one is there', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const run = () => adminCommand(dataDir, ['export', ...PERIOD, '--out', 'one.jsonl'])
  const codes = (await Promise.all([run(), run()])).map(({ code }) => code)
  t.deepEqual(codes.toSorted(), [0, 1])
  t.deepEqual(
    readdirSync(dataDir).filter((name) => name.startsWith('one')),
    ['one.jsonl'],
  )
  t.is((await adminCommand(dataDir, ['verify-export', 'one.jsonl'])).code, 0)
})

test('nothing is overwritten or left behind, and a wrong period is a wrong command line', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const run = (...args: string[]) => adminCommand(dataDir, ['export', ...args])
  writeFileSync(join(dataDir, 'there.jsonl'), 'mine')
  t.like(await run(...PERIOD, '--out', 'there.jsonl'), { code: 1, stdout: '' })
  t.is(readFileSync(join(dataDir, 'there.jsonl'), 'utf8'), 'mine')
  t.is((await run(...PERIOD, '--out', `${randomUUID()}/x.jsonl`)).code, 1)
  for (const [from, to] of [
    ['yesterday', '2026-03-31'],
    ['2026-13-01', '2026-12-31'],
    ['2026-03-02', '2026-03-01'],
  ]) {
    t.is((await run('--from', from ?? '', '--to', to ?? '', '--out', 'wrong.jsonl')).code, 2)
  }
  t.is((await run(...PERIOD, '--out', 'wrong.jsonl', '--tenant', 'nobody')).code, 1)
  t.false(existsSync(join(dataDir, 'wrong.jsonl')))

  const empty = await run('--from', '2020-01-01', '--to', '2020-01-31', '--out', 'empty.jsonl')
  t.is(empty.code, 0)
  t.true(empty.stdout.includes('interactions 0, alerts 0, policy_versions 0, audit_log 0'))
  t.is((await adminCommand(dataDir, ['verify-export', 'empty.jsonl'])).code, 0)
  const nothing = createHash('sha256').digest('hex')
  t.true(
    readFileSync(join(dataDir, 'empty.jsonl'), 'utf8').includes(`"name":"alerts","records":0,"sha256":"${nothing}"`),
  )
})
