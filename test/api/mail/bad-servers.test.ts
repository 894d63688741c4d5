import type { Socket } from 'node:net'
import test from 'ava'
import { isInTime } from '../../support/crowding.ts'
import { MAIL, openQueue, startSocketServer } from '../../support/mail-queue.ts'
import { startMailServer } from '../../support/mail-server.ts'
import { until } from '../../support/wire.ts'

test('a slow server holds up neither the caller nor other mails, and a dripping one is left in the end', async (t) => {
  const port = await startSocketServer(t, (socket) => {
    const drip = setInterval(() => socket.write('220-wait\r\n'), 10)
    socket.on('close', () => clearInterval(drip))
  })
  const queue = await openQueue(t, `smtp://127.0.0.1:${port}`, { dialogueMs: 200 })
  const begun = performance.now()
  await queue.mailer.send(MAIL)
  t.true(isInTime(begun, 5_000))
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
    const port = await startSocketServer(t, serve)
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
