import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { composeMessage } from '../../api/mail/compose.ts'
import { OutboxMailer } from '../../api/mail/outbox-mailer.ts'
import { temporaryFolder } from '../support/temp.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const MAIL = { to: 'jo@example.com', subject: 'Hello', text: 'Line one\nLine two\n' }

test('a plain message can be read as it is', (t) => {
  const lines = composeMessage(MAIL, 'Weir <weir@weir.example>', NOW).split('\r\n')
  t.regex(lines.find((line) => line.startsWith('Message-ID')) ?? '', /^Message-ID: <[0-9a-f-]{36}@weir\.example>$/)
  t.deepEqual(
    lines.filter((line) => !line.startsWith('Message-ID')),
    [
      'From: Weir <weir@weir.example>',
      'To: jo@example.com',
      'Subject: Hello',
      'Date: Sat, 21 Nov 2026 10:00:00 +0000',
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: 7bit',
      'Auto-Submitted: auto-generated',
      '',
      'Line one',
      'Line two',
      '',
    ],
  )
})

test('what is not ASCII travels in base64, in words and lines as long as they may be', (t) => {
  const subject = 'Überraschung 😀 '.repeat(12)
  const message = composeMessage({ ...MAIL, subject, text: 'é'.repeat(200) }, 'weir@weir.example', NOW)
  t.true(message.split('\r\n').every((line) => line.length <= 76))
  const words = [...message.matchAll(/=\?UTF-8\?B\?([^?]+)\?=/g)].map(([, word = '']) =>
    Buffer.from(word, 'base64').toString(),
  )
  t.is(words.join(''), subject)
  t.true(words.every((word) => !word.includes('\ufffd')))
  const [, body = ''] = message.split('\r\n\r\n')
  t.is(Buffer.from(body, 'base64').toString(), 'é'.repeat(200))
})

test('no header can be smuggled in', (t) => {
  const mail = { to: 'jo@example.com\r\nBcc: eve@example.com', subject: 'a\r\nX-Evil: 1', text: '' }
  const message = composeMessage(mail, 'weir@weir.example', NOW)
  t.notRegex(message, /^(Bcc|X-Evil):/m)
})

test('the outbox holds whole mails for its owner alone', async (t) => {
  const folder = join(temporaryFolder(t), 'outbox')
  const mailer = new OutboxMailer(folder, 'weir@weir.example', () => NOW)
  await Promise.all(Array.from({ length: 5 }, () => mailer.send({ ...MAIL, to: '../../etc/passwd@x' })))
  const names = readdirSync(folder)
  t.is(names.length, 5)
  for (const name of names) {
    t.regex(name, /^2026-11-21T10-00-00\.000Z-[^/]+\.eml$/)
    t.is(statSync(join(folder, name)).mode & 0o777, 0o600)
  }
  t.is(statSync(folder).mode & 0o777, 0o700)
})
