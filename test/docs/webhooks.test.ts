import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { createSigningSecret } from '../../api/webhooks/signatures.ts'
import { EventType } from '../../core/model/event.ts'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { newReceiverCa, type ReceivedDelivery, startReceiver } from '../support/webhook-receiver.ts'
import { DELIVERY, startSender, webhookRecord } from '../support/webhook-sender.ts'

const DOCUMENT = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8')
const RECEIVERS = join(import.meta.dirname, 'receivers')
const HOUR = 3_600_000

const run = promisify(execFile)

/** A piece of code of the document, by the name behind its language. */
function code(name: string): string {
  const found = new RegExp(`^\`\`\`\\w+ ${name.replace('.', '\\.')}\\n(.*?)^\`\`\`$`, 'ms').exec(DOCUMENT)?.[1]
  if (found === undefined) throw new Error(`docs/webhooks.md has no code named ${name}`)
  return found
}

/** One question to a receiver's code, and the answer that is right. */
interface Case {
  readonly what: string
  readonly genuine: boolean
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  /** Base64. */
  readonly body: string
  /** Seconds since 1970. */
  readonly now: number
}

/** Deliveries as they reach a receiver: before, during and after the day of a rotation. */
async function deliver(t: ExecutionContext) {
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca })
  const [secret, old] = [createSigningSecret(), createSigningSecret()]
  const rotated = new Date('2026-11-21T12:00:00Z').getTime()
  let at = rotated
  const sender = startSender(t, { ca, now: () => new Date(at) })
  const url = `https://receiver.test:${receiver.port}/`
  const previous = { secret: old, expiresAt: new Date(rotated + 24 * HOUR) }
  const times = [rotated - HOUR, rotated + HOUR, rotated + 25 * HOUR]
  for (const time of times) {
    at = time
    const webhook = time < rotated ? webhookRecord({ url, secret: old }) : webhookRecord({ url, secret, previous })
    const { attempt } = await sender.attempt(webhook, DELIVERY, new AbortController().signal)
    t.is(attempt.error, null)
  }
  const [before, during, after] = receiver.deliveries
  if (before === undefined || during === undefined || after === undefined) throw new Error('a delivery is missing')
  return { secret, old, before, during, after }
}

function question(
  what: string,
  genuine: boolean,
  secret: string,
  arrived: ReceivedDelivery,
  change: Partial<Case> = {},
) {
  const headers = Object.fromEntries(
    Object.entries(arrived.headers).map(([name, value]) => [name, String(value)] as const),
  )
  const now = Number(headers['webhook-timestamp']) + 1
  return { what, genuine, secret, headers, body: arrived.body.toString('base64'), now, ...change }
}

async function questions(t: ExecutionContext): Promise<Case[]> {
  const { secret, old, before, during, after } = await deliver(t)
  const plain = question('the current secret', true, old, before)
  const header = (name: string, value: string) => ({ headers: { ...plain.headers, [name]: value } })
  const without = (name: string) => {
    const { [name]: _removed, ...headers } = plain.headers
    return { headers }
  }
  const timestamp = Number(plain.headers['webhook-timestamp'])
  const signature = plain.headers['webhook-signature'] ?? ''
  const tampered = Buffer.from(before.body)
  tampered[10] = (tampered[10] ?? 0) ^ 1
  const forged = (what: string, change: Partial<Case>) => question(what, false, old, before, change)
  return [
    plain,
    question('the new secret during the rotation', true, secret, during),
    question('the old secret during the rotation', true, old, during),
    question('the new secret after the rotation', true, secret, after),
    question('the old secret after the rotation', false, old, after),
    question('a secret of somebody else', false, createSigningSecret(), before),
    forged('a changed body', { body: tampered.toString('base64') }),
    forged('a longer body', { body: Buffer.concat([before.body, Buffer.from('\n')]).toString('base64') }),
    forged('no body', { body: '' }),
    forged('a changed time', header('webhook-timestamp', String(timestamp + 1))),
    forged('a changed id', header('webhook-id', 'evt_other')),
    forged('a changed signature', header('webhook-signature', signature.replace(/.=$/, 'x='))),
    forged('half a signature', header('webhook-signature', signature.slice(0, 20))),
    forged('another version', header('webhook-signature', signature.replace('v1,', 'v2,'))),
    forged('no version', header('webhook-signature', signature.replace('v1,', ''))),
    forged('no signature', without('webhook-signature')),
    forged('no time', without('webhook-timestamp')),
    forged('a time that is none', header('webhook-timestamp', '²')),
  ]
}

/** These need a clock. */
async function datedQuestions(t: ExecutionContext): Promise<Case[]> {
  const { old, before } = await deliver(t)
  const timestamp = Number(before.headers['webhook-timestamp'])
  return [
    question('just in time', true, old, before, { now: timestamp + 299 }),
    question('too old', false, old, before, { now: timestamp + 302 }),
    question('too far ahead', false, old, before, { now: timestamp - 302 }),
  ]
}

function isRight(t: ExecutionContext, cases: readonly Case[], answers: readonly string[]): void {
  t.deepEqual(
    cases.map(({ what }, at) => `${what}: ${answers[at]}`),
    cases.map(({ what, genuine }) => `${what}: ${genuine}`),
  )
}

async function ask(t: ExecutionContext, folder: string, command: readonly [string, ...string[]]): Promise<void> {
  const cases = [...(await questions(t)), ...(await datedQuestions(t))]
  writeFileSync(join(folder, 'cases.json'), JSON.stringify(cases))
  const [program, ...parameters] = command
  const { stdout } = await run(program, parameters, {
    cwd: folder,
    env: { ...process.env, GOPROXY: 'off', GOFLAGS: '-mod=mod', GOTOOLCHAIN: 'local', PYTHONDONTWRITEBYTECODE: '1' },
  })
  isRight(t, cases, stdout.trim().split('\n'))
}

test('the Node.js code of the document tells genuine deliveries from forged ones', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'verify.mjs'), code('verify.mjs'))
  copyFileSync(join(RECEIVERS, 'main.mjs.txt'), join(folder, 'main.mjs'))
  await ask(t, folder, [process.execPath, 'main.mjs'])
})

testWith(test, 'python')('the Python code of the document does as well', async (t) => {
  const folder = temporaryFolder(t)
  writeFileSync(join(folder, 'verify.py'), code('verify.py'))
  copyFileSync(join(RECEIVERS, 'main.py'), join(folder, 'main.py'))
  await ask(t, folder, ['python3', 'main.py'])
})

testWith(test, 'go')('the Go code of the document does as well', async (t) => {
  t.timeout(240_000, 'compiling for the first time takes a while')
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'webhook'))
  writeFileSync(join(folder, 'go.mod'), 'module receiver\n\ngo 1.19\n')
  writeFileSync(join(folder, 'webhook', 'verify.go'), code('verify.go'))
  copyFileSync(join(RECEIVERS, 'main.go.txt'), join(folder, 'main.go'))
  await ask(t, folder, ['go', 'run', '.'])
})

/** What a piece of shell says about each question. */
async function askShell(t: ExecutionContext, name: string, cases: readonly Case[]): Promise<void> {
  const folder = temporaryFolder(t)
  const answers = cases.map(({ secret, headers, body }) => {
    writeFileSync(join(folder, 'body.json'), Buffer.from(body, 'base64'))
    const answer = execFileSync('sh', ['-c', code(name)], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        SECRET: secret,
        ID: headers['webhook-id'],
        TIMESTAMP: headers['webhook-timestamp'],
        SIGNATURE: headers['webhook-signature'],
        SERVICE_SIGNATURE: headers['x-service-signature'],
      },
    })
    return answer === 'genuine\n' ? 'true' : answer === 'forged\n' ? 'false' : answer
  })
  isRight(t, cases, answers)
}

const withOpenssl = testWith(test, 'openssl')

withOpenssl('the shell code of the document does as well', async (t) => {
  await askShell(t, 'verify.sh', await questions(t))
})

withOpenssl('the line of shell for X-Service-Signature knows a changed body and a wrong secret', async (t) => {
  const { secret, old, before, during, after } = await deliver(t)
  await askShell(t, 'verify-body.sh', [
    question('the current secret', true, old, before),
    question('the new secret during the rotation', true, secret, during),
    question('the old secret during the rotation', false, old, during),
    question('the old secret after the rotation', false, old, after),
    question('a changed body', false, old, before, { body: Buffer.from('{}').toString('base64') }),
  ])
  t.is(during.headers['x-service-signature-previous'], before.headers['x-service-signature'])
})

test('the document tells of every event once, and of no other', (t) => {
  const listed = [...DOCUMENT.matchAll(/^\| `((?:interaction|alert|policy|user)\.\w+)` \|/gm)].map(([, name]) => name)
  t.deepEqual(listed.toSorted(), EventType.options.toSorted())
})

test('the document tells of every error of an attempt', (t) => {
  const source = readFileSync(new URL('../../api/webhooks/send/errors.ts', import.meta.url), 'utf8')
  const failures = [...source.matchAll(/^ {2}\| '(\w+)'$/gm)].map(([, name]) => name)
  t.true(failures.length > 10)
  for (const failure of failures) t.regex(DOCUMENT, new RegExp(`^\\| \`${failure}\` \\|`, 'm'))
})
