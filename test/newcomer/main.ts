import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Agent, fetch } from 'undici'
import { runCommand } from '../../bin/command.ts'
import { Clone, type Ready } from '../fresh-clone/clone.ts'
import { asScript, readmeCommands } from '../fresh-clone/readme.ts'

const USAGE = `Usage: npm run newcomer -- [--packages DIR]

Does what the README and the examples say in a fresh clone of the last commit, and prints how long each step takes: to the
first start, the first block, the first record, the first alert, the first numbers of the dashboard, and the first webhook
at a receiver. It takes port 9443 on this machine for the receiver.

  --packages DIR   takes Node and the packages of another clone instead of installing them
`
const RECEIVER = 'examples/webhook-receiver/README.md'
const PATIENCE_MS = 60_000
const POLL_MS = 50

await runCommand(USAGE, async () => {
  const { values } = parseArgs({ options: { packages: { type: 'string' }, help: { type: 'boolean' } } })
  if (values.help === true) {
    process.stdout.write(USAGE)
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'weir-newcomer-'))
  const ended: Array<() => Promise<unknown>> = []
  try {
    await walk(folder, values.packages, (end) => void ended.push(end))
  } finally {
    for (const end of ended.reverse()) await end()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function walk(folder: string, packages: string | undefined, atEnd: (end: () => Promise<unknown>) => void) {
  const began = performance.now()
  const timed = async <T>(name: string, step: () => Promise<T> | T): Promise<T> => {
    const started = performance.now()
    const result = await step()
    const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1).padStart(7)
    process.stdout.write(`${seconds(started)} s  ${name} (${seconds(began).trim()} s from the beginning)\n`)
    return result
  }

  const clone = await timed('git clone', () => new Clone(folder))
  atEnd(() => clone.stopAll())
  if (packages !== undefined) {
    const locks = [packages, clone.folder].map((of) => readFileSync(join(of, 'package-lock.json'), 'utf8'))
    // An install would change the packages of the other clone.
    if (locks[0] !== locks[1]) throw new Error(`${packages} has packages of another lock`)
    symlinkSync(join(packages, 'node_modules'), join(clone.folder, 'node_modules'))
    symlinkSync(join(packages, '.node'), join(clone.folder, '.node'))
  }
  const first = await timed(packages === undefined ? 'npm start, which installs' : 'npm start', () =>
    clone.start({ nice: false }),
  )
  const { proxy, api, password = '' } = first.ready
  await timed('the commands of the README: first block and its record', async () => {
    const commands = readmeCommands(clone.folder, { proxy, api, password })
    const { code, stderr } = await clone.run('bash', '-c', asScript(commands))
    const printed = ['prompt', 'record'].map((name) => readFileSync(join(clone.folder, `${name}.out`), 'utf8')).join('')
    if (!printed.includes('policy_violation') || !printed.includes('"enforced_action":"block"'))
      throw new Error(`no block (${code}): ${printed}${stderr}`)
  })

  const before = await signIn(first.ready, password)
  await timed('first alert', () =>
    until(
      () => before<{ alerts: unknown[] }>('GET', '/alerts'),
      ({ alerts }) => alerts.length > 0,
    ),
  )
  await timed('first numbers of the dashboard', async () => {
    const stats = await before<object>('GET', '/dashboard/stats')
    if (!/"block":\s*1/.test(JSON.stringify(stats))) throw new Error(`no block in ${JSON.stringify(stats)}`)
  })

  const document = readFileSync(join(clone.folder, RECEIVER), 'utf8')
  const certificate = /^openssl req (?:.*\\\n)*.*$/m.exec(document)?.[0] ?? ''
  const settings = { WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.1', WEIR_WEBHOOK_CA: join(clone.folder, 'cert.pem') }
  for (const name of Object.keys(settings))
    if (!document.includes(`${name}=`)) throw new Error(`${RECEIVER} does not set ${name}`)
  const second = await timed("the example's certificate, and another start with the receiver allowed", async () => {
    await first.stop('SIGINT')
    const { code, stderr } = await clone.run('bash', '-c', certificate)
    if (code !== 0) throw new Error(stderr)
    return clone.start({ nice: false, env: settings })
  })
  await timed('first webhook at the receiver of the example', async () => {
    const request = await signIn(second.ready, password)
    const { id, signing_secret } = await request<{ id: string; signing_secret: string }>('POST', '/webhooks', {
      url: 'https://127.0.0.1:9443/',
      events: ['alert.created'],
    })
    atEnd(await startReceiver(clone.folder, signing_secret))
    await request('POST', `/webhooks/${id}/test`, { event_type: 'alert.created' })
    const events = join(clone.folder, 'events.jsonl')
    await until(
      async () => (existsSync(events) ? readFileSync(events, 'utf8') : ''),
      (text) => text.includes('alert.created'),
    )
  })
  await second.stop('SIGINT')
}

type Request = <T>(method: string, path: string, body?: object) => Promise<T>

/** Requests of the first admin, as the README and the page of the API say. */
async function signIn({ api, ca }: Ready, password: string): Promise<Request> {
  const dispatcher = new Agent({ connect: { ca } })
  let token = ''
  const request: Request = async (method, path, body) => {
    const response = await fetch(new URL(`/api/v1${path}`, api), {
      method,
      dispatcher,
      headers: { 'content-type': 'application/json', ...(token !== '' && { authorization: `Bearer ${token}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text)
  }
  token = (await request<{ token: string }>('POST', '/auth/login', { email: 'admin@weir.local', password })).token
  return request
}

async function startReceiver(folder: string, secret: string): Promise<() => Promise<unknown>> {
  const child: ChildProcess = spawn(process.execPath, ['examples/webhook-receiver/node/receiver.mjs'], {
    cwd: folder,
    env: { SIGNING_SECRET: secret, TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout ?? child, 'data'), closed])
  if (child.exitCode !== null) throw new Error('the receiver ended')
  return () => {
    child.kill('SIGTERM')
    return closed
  }
}

async function until<T>(look: () => Promise<T>, fits: (seen: T) => boolean): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    const seen = await look()
    if (fits(seen)) return seen
    if (performance.now() > deadline) throw new Error(`still ${JSON.stringify(seen).slice(0, 500)}`)
    await sleep(POLL_MS)
  }
}
