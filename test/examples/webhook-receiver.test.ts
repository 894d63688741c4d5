import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { createSigningSecret } from '../../api/webhooks/signatures.ts'
import { makeLeaf } from '../support/leaf-certificate.ts'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { newReceiverCa, type ReceiverCa } from '../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../support/webhook-sender.ts'
import { until } from '../support/wire.ts'

const EXAMPLES = join(import.meta.dirname, '../../examples/webhook-receiver')
const DOCUMENT = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')

const LANGUAGES = [
  { name: 'node', command: [process.execPath, 'receiver.mjs'], needed: [] },
  { name: 'python', command: ['python3', 'receiver.py'], needed: ['python'] },
  { name: 'go', command: ['go', 'run', '.'], needed: ['go'] },
] as const

interface Running {
  readonly url: string
  readonly events: () => { webhook_id: string; event: unknown }[]
  stop(): Promise<void>
}

async function start(
  t: ExecutionContext,
  folder: string,
  [program, ...args]: readonly [string, ...string[]],
  { ca, secret }: { readonly ca: ReceiverCa; readonly secret: string },
): Promise<Running> {
  const { cert, key } = makeLeaf({ issuer: ca, names: ['receiver.test'] })
  const files = {
    TLS_CERT: join(folder, 'cert.pem'),
    TLS_KEY: join(folder, 'key.pem'),
    EVENTS: join(folder, 'events.jsonl'),
  }
  writeFileSync(files.TLS_CERT, cert)
  writeFileSync(files.TLS_KEY, key)
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    // A group of its own: `go run` starts the program it has compiled as a child.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      ...files,
      SIGNING_SECRET: secret,
      PORT: '0',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      PYTHONDONTWRITEBYTECODE: '1',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  const closed = once(child, 'close')
  const stop = async () => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
    } catch {
      // It has ended by itself.
    }
    await closed
  }
  t.teardown(stop)
  const port = () => /listening on port (\d+)/.exec(output)?.[1]
  await until(
    () => port() !== undefined || child.exitCode !== null,
    () => `the receiver does not listen: ${output}`,
    180_000,
  )
  if (port() === undefined) throw new Error(`the receiver ended: ${output}`)
  return {
    url: `https://receiver.test:${port()}/hook`,
    events: () =>
      existsSync(files.EVENTS)
        ? readFileSync(files.EVENTS, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line) => JSON.parse(line))
        : [],
    stop,
  }
}

for (const { name, command, needed } of LANGUAGES) {
  const languageTest = testWith(test, ...needed)
  languageTest(`the receiver in ${name} stores each real delivery once and refuses forged ones`, async (t) => {
    t.timeout(300_000, 'compiling for the first time takes a while')
    const folder = join(temporaryFolder(t), name)
    cpSync(join(EXAMPLES, name), folder, { recursive: true })
    const ca = newReceiverCa()
    const secret = createSigningSecret()
    const sender = startSender(t, { ca })
    const deliver = async (url: string, withSecret: string, delivery: typeof DELIVERY) => {
      const { attempt } = await sender.attempt(
        webhookRecord({ url, secret: withSecret }),
        delivery,
        new AbortController().signal,
      )
      return attempt.status_code
    }
    const second = { ...DELIVERY, event_id: `evt_${'0d'.repeat(16)}`, body: '{"id":"evt_0d"}' }

    const first = await start(t, folder, command, { ca, secret })
    t.is(await deliver(first.url, secret, DELIVERY), 204)
    t.is(await deliver(first.url, secret, DELIVERY), 204, 'a repetition is accepted')
    t.is(await deliver(first.url, createSigningSecret(), second), 401, 'a delivery with another secret is refused')
    t.deepEqual(first.events(), [{ webhook_id: DELIVERY.event_id, event: JSON.parse(DELIVERY.body) }])

    await first.stop()
    const again = await start(t, folder, command, { ca, secret })
    t.is(await deliver(again.url, secret, DELIVERY), 204, 'a repetition after a restart is accepted')
    t.is(await deliver(again.url, secret, second), 204)
    t.deepEqual(
      again.events().map(({ webhook_id }) => webhook_id),
      [DELIVERY.event_id, second.event_id],
    )
  })
}

test('the receivers verify with the code of the document', (t) => {
  const files = {
    'verify.mjs': 'node/verify.mjs',
    'verify.py': 'python/verify.py',
    'verify.go': 'go/webhook/verify.go',
  }
  for (const [name, path] of Object.entries(files)) {
    t.true(DOCUMENT.includes(` ${name}\n${readFileSync(join(EXAMPLES, path), 'utf8')}\`\`\`\n`), path)
  }
})
