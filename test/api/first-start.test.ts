import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { pino } from 'pino'
import { startApi } from '../../api/server.ts'
import { DataDirError, DataDirInUseError, lockDataDir } from '../../config/data-dir-lock.ts'
import { ListenError } from '../../config/listen.ts'
import { SecretFileError } from '../../config/secret-files.ts'
import { SettingsError } from '../../config/settings.ts'
import { ADMIN_EMAIL, ADMIN_PASSWORD, apiSettings, startTestApi } from '../support/api.ts'
import { temporaryFolder } from '../support/temp.ts'

const MAIN = new URL('../../api/main.ts', import.meta.url).pathname
const logger = pino({ level: 'silent' })

test('the first start makes an admin with a generated password, said once and kept nowhere', async (t) => {
  const dataDir = temporaryFolder(t)
  const settings = apiSettings(dataDir, { WEIR_ADMIN_PASSWORD: '' })
  const first = await startApi({ settings, logger })
  const { email, generatedPassword = '' } = first.firstAdmin ?? {}
  t.is(email, ADMIN_EMAIL)
  t.regex(generatedPassword, /^(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{20}$/)
  const login = await fetch(`${first.url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: generatedPassword }),
  })
  t.is(login.status, 200)
  await first.close()
  for (const file of ['weir.sqlite', 'secrets/jwt-secret', 'secrets/proxy-token']) {
    t.false(readFileSync(join(dataDir, file), 'latin1').includes(generatedPassword))
  }
  const second = await startApi({ settings, logger })
  t.is(second.firstAdmin, undefined)
  await second.close()
})

test('secrets are readable by their owner alone and the same at the next start', async (t) => {
  const api = await startTestApi(t)
  const { dataDir } = api.settings
  const secrets = join(dataDir, 'secrets')
  t.is(statSync(secrets).mode & 0o777, 0o700)
  for (const name of ['jwt-secret', 'proxy-token']) t.is(statSync(join(secrets, name)).mode & 0o777, 0o600)
  t.is(readFileSync(join(secrets, 'proxy-token'), 'utf8').trim(), api.server.internalToken)
  await api.server.close()
  const again = await startTestApi(t, { dataDir })
  t.is(again.server.internalToken, api.server.internalToken)
  t.is((await again.request('GET', '/users/me', { token: api.admin })).status, 200)
})

for (const [state, content] of [
  ['empty', ''],
  ['cut off', 'aGFsZiBvZiBhIHNlY3JldA\n'],
] as const) {
  test(`a root of the keys that is ${state} is refused, with the file's name and what to do`, async (t) => {
    const dataDir = temporaryFolder(t)
    const file = join(dataDir, 'secrets', 'jwt-secret')
    mkdirSync(join(dataDir, 'secrets'))
    writeFileSync(file, content)
    const error = await t.throwsAsync(startApi({ settings: apiSettings(dataDir), logger }))
    t.true(error instanceof SecretFileError)
    t.true(
      error?.message.startsWith(
        `${file} is shorter than 32 bytes, so it was cut off or emptied: restore it from a backup.`,
      ),
    )
    rmSync(file)
    const api = await startApi({ settings: apiSettings(dataDir), logger })
    t.true(readFileSync(file, 'utf8').length >= 32)
    await api.close()
  })
}

test('a proxy token that was lost, damaged or revoked is replaced, and the old one dies', async (t) => {
  const { server, settings } = await startTestApi(t)
  await server.close()
  const file = join(settings.dataDir, 'secrets', 'proxy-token')
  let before = server.internalToken
  for (const damage of [() => rmSync(file), () => writeFileSync(file, ''), () => writeFileSync(file, 'wst_other\n')]) {
    damage()
    const api = await startTestApi(t, { dataDir: settings.dataDir })
    t.not(api.server.internalToken, before)
    t.is((await api.request('GET', '/policies', { token: api.server.internalToken })).status, 200)
    t.is((await api.request('GET', '/policies', { token: before })).status, 401)
    t.is((await api.request<{ total: number }>('GET', '/service-tokens', { token: api.admin })).json.total, 1)
    before = api.server.internalToken
    await api.server.close()
  }
})

test('settings that cannot be honoured are refused before anything is made', async (t) => {
  const dataDir = join(temporaryFolder(t), 'new')
  const env = { WEIR_REDIS_URL: 'redis://x/no-number' }
  const error = await t.throwsAsync(startApi({ settings: apiSettings(dataDir, env), logger }), {
    instanceOf: SettingsError,
  })
  t.is(error.problems.length, 1)
  t.throws(() => statSync(dataDir), { code: 'ENOENT' })
})

test('a port that is taken is said with its address', async (t) => {
  const api = await startTestApi(t)
  const settings = apiSettings(temporaryFolder(t), { WEIR_API_PORT: String(api.server.port) })
  const error = await t.throwsAsync(startApi({ settings, logger }), { instanceOf: ListenError })
  t.regex(error.message, new RegExp(`127\\.0\\.0\\.1 port ${api.server.port}: EADDRINUSE`))
})

test('a data directory has one owner at a time, also within one process', (t) => {
  const dataDir = join(temporaryFolder(t), 'deep', 'er')
  const lock = lockDataDir(dataDir, 'api')
  const error = t.throws(() => lockDataDir(dataDir, 'api'), { instanceOf: DataDirInUseError })
  t.is(error.code, 'ERR_DATA_DIR_IN_USE')
  t.true(error.message.includes(dataDir))
  lock.release()
  lockDataDir(dataDir, 'api').release()
})

test('a data directory that cannot be made is named', (t) => {
  const file = join(temporaryFolder(t), 'file')
  writeFileSync(file, '')
  const error = t.throws(() => lockDataDir(join(file, 'data'), 'api'), { instanceOf: DataDirError })
  t.true(error.message.includes(join(file, 'data')))
})

interface Run {
  readonly pid: number
  /** Resolves with the standard output once it fits. */
  printed(pattern: RegExp): Promise<string>
  readonly ended: Promise<{ code: number | null; signal: string | null; stderr: string }>
  kill(signal: NodeJS.Signals): void
}

function runMain(t: ExecutionContext, dataDir: string, env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [MAIN], {
    cwd: dataDir,
    env: { WEIR_DATA_DIR: dataDir, WEIR_API_PORT: '0', WEIR_API_TLS: 'off', WEIR_LOG_LEVEL: 'warn', ...env },
  })
  t.teardown(() => child.kill('SIGKILL'))
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (data) => {
    stdout += data
  })
  child.stderr.on('data', (data) => {
    stderr += data
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stderr }))
  return {
    pid: child.pid ?? 0,
    ended,
    kill: (signal) => child.kill(signal),
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (pattern.test(stdout)) resolve(stdout)
        }
        child.stdout.on('data', look)
        ended.then(() => reject(new Error(`it ended: ${stderr}`)))
        look()
      }),
  }
}

test('npm run api prints its address and the password once, is alone on its folder, and stops at a signal', async (t) => {
  const dataDir = temporaryFolder(t)
  const first = runMain(t, dataDir)
  t.regex(
    await first.printed(/password/),
    /API +http:\/\/127\.0\.0\.1:\d+\/api\/v1\n.*admin@weir\.local, password: \w{20}/,
  )
  const second = await runMain(t, dataDir).ended
  t.is(second.code, 1)
  t.regex(second.stderr, /^The data directory \S+ is in use: [^\n]+\n$/)
  first.kill('SIGTERM')
  t.deepEqual(await first.ended, { code: 0, signal: null, stderr: '' })
})

test('after a kill -9 the folder is free, and what was acknowledged is there', async (t) => {
  const dataDir = temporaryFolder(t)
  const env = { WEIR_ADMIN_EMAIL: ADMIN_EMAIL, WEIR_ADMIN_PASSWORD: ADMIN_PASSWORD }
  const first = runMain(t, dataDir, env)
  const url = /http:\S+/.exec(await first.printed(/ready\n.*\n/))?.[0]
  const token = readFileSync(join(dataDir, 'secrets', 'proxy-token'), 'utf8').trim()
  const item = { platform_id: 'x', content_hash: 'a'.repeat(64), id: crypto.randomUUID() }
  const answer = await fetch(`${url}/interactions/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify([item]),
  })
  t.deepEqual(await answer.json(), { received: 1, stored: 1 })
  first.kill('SIGKILL')
  await first.ended
  lockDataDir(dataDir, 'api').release()
  const again = await startTestApi(t, { dataDir })
  t.is((await again.request('GET', `/interactions/${item.id}`, { token: again.admin })).status, 200)
})

test('a wrong setting is named on stderr, exit code 2', async (t) => {
  const wrong = await runMain(t, temporaryFolder(t), { WEIR_ADMIN_PASSWORD: 'short' }).ended
  t.is(wrong.code, 2)
  t.regex(wrong.stderr, /^WEIR_ADMIN_PASSWORD: /)
  t.false(wrong.stderr.includes('short.'))
})
