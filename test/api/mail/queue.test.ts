import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { mailBody } from '../../../api/mail/body.ts'
import { PendingFolder } from '../../../api/mail/pending-folder.ts'
import { QueuedMailer } from '../../../api/mail/queued-mailer.ts'
import { SmtpSender } from '../../../api/mail/smtp-sender.ts'
import { Metrics } from '../../../api/metrics.ts'
import { makeLeaf } from '../../support/leaf-certificate.ts'
import { logLines } from '../../support/log-lines.ts'
import { startMailServer, type Verdict } from '../../support/mail-server.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'

const TOKEN = `inv_${'x'.repeat(43)}`
const LINK = `https://weir.example/accept-invitation#token=${TOKEN}`
const MAIL = { to: 'jo@example.com', subject: 'Hello', ...mailBody(['Hello', { label: 'Here', link: LINK }]) }
const SOON = [5, 10, 20]

interface QueueOptions {
  readonly outbox?: string
  readonly delaysMs?: readonly number[]
  readonly triesMax?: number
  readonly dialogueMs?: number
}

async function openQueue(t: ExecutionContext, url: string, options: QueueOptions = {}) {
  const outbox = options.outbox ?? join(temporaryFolder(t), 'outbox')
  const { logger, lines } = logLines()
  const metrics = new Metrics()
  const mailer = await QueuedMailer.open({
    folder: new PendingFolder(outbox),
    sender: new SmtpSender(new URL(url), options.dialogueMs),
    from: { name: 'Weir', address: 'weir@corp.example' },
    logger,
    metrics,
    now: () => new Date(),
    delaysMs: options.delaysMs ?? SOON,
    ...(options.triesMax !== undefined && { triesMax: options.triesMax }),
  })
  t.teardown(() => mailer.close())
  const names = (folder: string) => readdirSync(join(outbox, folder))
  return {
    mailer,
    outbox,
    lines,
    pending: () => names('pending').filter((name) => name.endsWith('.json')),
    failed: () => names('failed'),
    log: (message: RegExp) => lines.filter((line) => message.test(line)),
    count: async (result: string) =>
      (await metrics.mails.get()).values.find(({ labels }) => labels.result === result)?.value ?? 0,
    waiting: async () => (await metrics.mailsWaiting.get()).values[0]?.value,
  }
}

/** A port where nobody listens, and then perhaps somebody does. */
async function freePort(t: ExecutionContext): Promise<number> {
  const server = await startMailServer(t)
  await server.stop()
  return server.port
}

test('a mail reaches the server whole, and nothing of it stays', async (t) => {
  const server = await startMailServer(t)
  const queue = await openQueue(t, `smtp://127.0.0.1:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/mail sent/).length === 1,
    () => queue.lines.join(''),
  )
  t.deepEqual(queue.pending(), [])
  const [mail] = server.mails
  t.deepEqual([mail?.from, mail?.to], ['weir@corp.example', ['jo@example.com']])
  t.true(mail?.message.split('\r\n').includes(LINK))
  t.regex(mail?.message ?? '', /^From: Weir <weir@corp\.example>\r$/m)
  t.is(await queue.count('sent'), 1)
})

test('credentials are sent, escapes in them undone', async (t) => {
  const login = { user: 'mailer@corp.example', pass: 'p@ss:w/ord' }
  const server = await startMailServer(t, { login })
  const user = encodeURIComponent(login.user)
  const queue = await openQueue(t, `smtp://${user}:${encodeURIComponent(login.pass)}@127.0.0.1:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => server.mails.length === 1,
    () => queue.lines.join(''),
  )
  t.is(server.mails[0]?.user, login.user)
})

test('a wrong password keeps the mail waiting for the operator, and is not logged', async (t) => {
  const server = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
  const queue = await openQueue(t, `smtp://weir:wr0ng-passw0rd@127.0.0.1:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/EAUTH.*"status":535/).length >= 2,
    () => queue.lines.join(''),
  )
  t.is(queue.pending().length, 1)
  t.false(queue.lines.some((line) => line.includes('wr0ng-passw0rd') || line.includes(TOKEN)))
})

test('credentials never go to a server beyond this machine in clear', async (t) => {
  const server = await startMailServer(t, { login: { user: 'weir', pass: 'right' } })
  // All of 0.0.0.0 leads to this machine too, which the sender does not know.
  const queue = await openQueue(t, `smtp://weir:right@0.0.0.0:${server.port}`)
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/ETLS|tried again/).length >= 2,
    () => queue.lines.join(''),
  )
  t.is(server.mails.length, 0)
})

test('a certificate that is not trusted stops the mail, over TLS and over STARTTLS, and it never goes on in clear', async (t) => {
  const { cert, key } = makeLeaf({ issuer: undefined, names: ['localhost'] })
  for (const [from, scheme] of [
    ['start', 'smtps'],
    ['starttls', 'smtp'],
  ] as const) {
    const server = await startMailServer(t, { tls: { cert, key, from } })
    const queue = await openQueue(t, `${scheme}://localhost:${server.port}`)
    await queue.mailer.send(MAIL)
    await until(
      () => queue.log(/tried again/).length >= 2,
      () => queue.lines.join(''),
    )
    t.is(server.mails.length, 0)
    t.is(queue.pending().length, 1)
  }
})

test('the operator can leave an untrusted STARTTLS alone, or insist on one', async (t) => {
  const { cert, key } = makeLeaf({ issuer: undefined, names: ['localhost'] })
  const offering = await startMailServer(t, { tls: { cert, key, from: 'starttls' } })
  const without = await openQueue(t, `smtp://localhost:${offering.port}?ignoreTLS=true`)
  await without.mailer.send(MAIL)
  await until(
    () => offering.mails.length === 1,
    () => without.lines.join(''),
  )
  t.false(offering.mails[0]?.secure)

  const plain = await startMailServer(t)
  const insisting = await openQueue(t, `smtp://localhost:${plain.port}?requireTLS=true`)
  await insisting.mailer.send(MAIL)
  await until(
    () => insisting.log(/tried again/).length >= 2,
    () => insisting.lines.join(''),
  )
  t.is(plain.mails.length, 0)
})

test('mails wait, for their owner alone, while the server is gone, and go as soon as it is back', async (t) => {
  const port = await freePort(t)
  const queue = await openQueue(t, `smtp://127.0.0.1:${port}`, { delaysMs: [10, 20, 30] })
  for (const to of ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']) {
    await queue.mailer.send({ ...MAIL, to })
  }
  await until(
    () => queue.log(/tried again/).length >= 8,
    () => queue.lines.join(''),
  )
  t.is(queue.pending().length, 4)
  for (const name of queue.pending()) t.is(statSync(join(queue.outbox, 'pending', name)).mode & 0o777, 0o600)
  t.is(statSync(join(queue.outbox, 'pending')).mode & 0o777, 0o700)
  t.is(await queue.waiting(), 4)
  const server = await startMailServer(t, { port })
  await until(
    () => queue.pending().length === 0,
    () => queue.lines.join(''),
  )
  t.deepEqual(server.mails.flatMap(({ to }) => to).sort(), [
    'a@example.com',
    'b@example.com',
    'c@example.com',
    'd@example.com',
  ])
})

test('the first mail that gets through takes along those that found the server gone', async (t) => {
  const port = await freePort(t)
  const queue = await openQueue(t, `smtp://127.0.0.1:${port}`, { delaysMs: [3_600_000] })
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/tried again/).length === 1,
    () => queue.lines.join(''),
  )
  const server = await startMailServer(t, { port })
  await queue.mailer.send({ ...MAIL, to: 'new@example.com' })
  await until(
    () => server.mails.length === 2,
    () => queue.lines.join(''),
  )
  t.deepEqual(
    server.mails.flatMap(({ to }) => to),
    ['new@example.com', 'jo@example.com'],
  )
})

test('what waits outlives the process, with its tries and its Message-ID', async (t) => {
  const port = await freePort(t)
  const first = await openQueue(t, `smtp://127.0.0.1:${port}`, { delaysMs: [3_600_000] })
  await first.mailer.send(MAIL)
  await until(
    () => first.log(/tried again/).length === 1,
    () => first.lines.join(''),
  )
  await first.mailer.close()
  // What a crash leaves beside it.
  writeFileSync(join(first.outbox, 'pending', 'torn.json.part'), '{')
  writeFileSync(join(first.outbox, 'pending', 'broken.json'), '{')
  const [name = ''] = first.pending().filter((file) => /^[0-9a-f]{32}\.json$/.test(file))
  const written = JSON.parse(readFileSync(join(first.outbox, 'pending', name), 'utf8'))
  t.is(written.tries, 1)

  const server = await startMailServer(t, { port })
  const second = await openQueue(t, `smtp://127.0.0.1:${port}`, { outbox: first.outbox })
  await until(
    () => server.mails.length === 1 && second.pending().length === 1,
    () => second.lines.join(''),
  )
  t.deepEqual(second.pending(), ['broken.json'])
  const id = /^Message-ID: .+$/m.exec(Buffer.from(written.message, 'base64').toString())?.[0] ?? 'none'
  t.true(server.mails[0]?.message.includes(id))
})

test('a mail that is refused for now is tried again; one refused for good is put aside and logged without its text', async (t) => {
  const verdicts: Verdict[] = [
    { status: 451, text: '4.7.1 greylisted' },
    { status: 421, text: '4.3.2 busy' },
    undefined,
  ]
  const later = await startMailServer(t, { onRecipient: () => verdicts.shift() })
  const patient = await openQueue(t, `smtp://127.0.0.1:${later.port}`)
  await patient.mailer.send(MAIL)
  await until(
    () => later.mails.length === 1,
    () => patient.lines.join(''),
  )
  t.is(await patient.count('retried'), 2)

  const hostile = `5.7.1 no ${LINK} for jo@example.com`
  for (const options of [
    { onRecipient: () => ({ status: 550, text: hostile }) },
    { onMessage: () => ({ status: 554, text: hostile }) },
  ]) {
    const never = await startMailServer(t, options)
    const queue = await openQueue(t, `smtp://127.0.0.1:${never.port}`)
    await queue.mailer.send(MAIL)
    await until(
      () => queue.pending().length === 0 && queue.log(/given up/).length === 1,
      () => queue.lines.join(''),
    )
    const [name = ''] = queue.failed()
    t.regex(name, /^\d{4}-.+-jo@example\.com-[0-9a-f]{8}\.eml$/)
    t.true(readFileSync(join(queue.outbox, 'failed', name), 'utf8').includes(LINK))
    t.is(statSync(join(queue.outbox, 'failed', name)).mode & 0o777, 0o600)
    t.is(never.connections(), 1)
    t.regex(queue.log(/given up/)[0] ?? '', /"status":55[04],"enhanced_status":"5\.7\.1"/)
    t.false(queue.lines.some((line) => line.includes(TOKEN) || line.includes('jo@example.com')))
    t.is(await queue.count('failed'), 1)
  }
})

test('a mail is given up after its last try', async (t) => {
  const queue = await openQueue(t, `smtp://127.0.0.1:${await freePort(t)}`, { triesMax: 3 })
  await queue.mailer.send(MAIL)
  await until(
    () => queue.failed().some((name) => name.endsWith('.eml')),
    () => queue.lines.join(''),
  )
  await until(
    () => queue.pending().length === 0,
    () => queue.pending().join(),
  )
  t.is(queue.log(/tried again/).length, 2)
})

test('a slow server holds up neither the caller nor other mails, and a dripping one is left in the end', async (t) => {
  const sockets: Socket[] = []
  const dripping = createServer((socket) => {
    sockets.push(socket.on('error', () => {}))
    const drip = setInterval(() => socket.write('220-wait\r\n'), 10)
    socket.on('close', () => clearInterval(drip))
  })
  await new Promise<void>((resolve) => dripping.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    dripping.close()
  })
  const address = dripping.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const queue = await openQueue(t, `smtp://127.0.0.1:${port}`, { dialogueMs: 200 })
  const begun = performance.now()
  await queue.mailer.send(MAIL)
  t.true(performance.now() - begun < 5_000)
  await until(
    () => queue.log(/ETIMEDOUT/).length >= 2,
    () => queue.lines.join(''),
  )

  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const slow = await startMailServer(t, {
    onRecipient: async (to) => {
      if (to.startsWith('slow')) await held
      return undefined
    },
  })
  const other = await openQueue(t, `smtp://127.0.0.1:${slow.port}`)
  await other.mailer.send({ ...MAIL, to: 'slow@example.com' })
  await other.mailer.send({ ...MAIL, to: 'quick@example.com' })
  await until(
    () => slow.mails.length === 1,
    () => other.lines.join(''),
  )
  t.deepEqual(slow.mails[0]?.to, ['quick@example.com'])
  release()
  await until(
    () => slow.mails.length === 2,
    () => other.lines.join(''),
  )
})

/** Servers that break the protocol; each gets the dialogue's commands and says what it likes. */
const LIARS: Readonly<Record<string, (socket: Socket) => void>> = {
  'hangs up at once': (socket) => socket.destroy(),
  'speaks HTTP': (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
  'floods its greeting': (socket) => void socket.write(`220 ${'x'.repeat(3_000_000)}`),
  'hangs up instead of confirming the message': (socket) => {
    socket.write('220 liar\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (/^(EHLO|MAIL|RCPT)/.test(text)) socket.write('250 fine\r\n')
      else if (text.startsWith('DATA')) socket.write('354 go on\r\n')
      else socket.destroy()
    })
  },
  'answers with codes that do not exist': (socket) => {
    socket.write('220 liar\r\n')
    socket.on('data', () => socket.write('999 fine\r\n'))
  },
  'offers STARTTLS and answers it in clear': (socket) => {
    socket.write('220 liar\r\n')
    socket.on('data', (chunk) => {
      if (chunk.toString().startsWith('EHLO')) socket.write('250-liar\r\n250 STARTTLS\r\n')
      else if (chunk.toString().startsWith('STARTTLS')) socket.write('220 go\r\n250 injected\r\n')
      else socket.destroy()
    })
  },
}

for (const [lie, serve] of Object.entries(LIARS)) {
  test(`a server that ${lie} has not taken the mail`, async (t) => {
    const sockets: Socket[] = []
    const server = createServer((socket) => {
      sockets.push(socket.on('error', () => {}))
      serve(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    t.teardown(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const queue = await openQueue(t, `smtp://127.0.0.1:${port}`, { dialogueMs: 2_000 })
    await queue.mailer.send(MAIL)
    await until(
      () => queue.log(/tried again/).length >= 2,
      () => queue.lines.join(''),
    )
    t.is(queue.pending().length, 1)
    t.is(await queue.count('sent'), 0)
  })
}

test('a mail that an administrator removes from the queue is not sent', async (t) => {
  const port = await freePort(t)
  const queue = await openQueue(t, `smtp://127.0.0.1:${port}`, { delaysMs: [1_000] })
  await queue.mailer.send(MAIL)
  await until(
    () => queue.log(/tried again/).length >= 1,
    () => queue.lines.join(''),
  )
  await new PendingFolder(queue.outbox).remove((queue.pending()[0] ?? '').replace('.json', ''))
  await until(
    async () => (await queue.waiting()) === 0,
    () => queue.lines.join(''),
  )
  t.is(queue.failed().length, 0)
})
