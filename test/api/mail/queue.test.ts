import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { PendingFolder } from '../../../api/mail/pending-folder.ts'
import { freePort, LINK, MAIL, openQueue, TOKEN } from '../../support/mail-queue.ts'
import { startMailServer, type Verdict } from '../../support/mail-server.ts'
import { until } from '../../support/wire.ts'

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

test('a mail is given up after its last try, and each try says why', async (t) => {
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
  for (const line of queue.log(/tried again|given up/)) t.regex(line, /"code":"ESOCKET",.*"cause":"ECONNREFUSED"/)
})

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
