import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { pino } from 'pino'
import { mailBody } from '../../../api/mail/body.ts'
import { composeMessage } from '../../../api/mail/compose.ts'
import { OutboxMailer } from '../../../api/mail/outbox-mailer.ts'
import { temporaryFolder } from '../../support/temp.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
const LINK = `https://weir.corp.example:8443/accept-invitation#token=inv_${'a-B_'.repeat(11)}`
const MAIL = { to: 'jo@example.com', subject: 'Hello', ...mailBody(['Line one', { label: 'Here', link: LINK }]) }
const FROM = { name: 'Weir', address: 'weir@weir.example' }

async function compose(mail: Partial<typeof MAIL>): Promise<string> {
  return (await composeMessage({ ...MAIL, ...mail }, FROM, NOW)).toString()
}

test('a message has its headers, and its plain part first, with a long link whole on a line of its own', async (t) => {
  const lines = (await compose({})).split('\r\n')
  const head = lines.slice(0, lines.indexOf(''))
  t.regex(head.find((line) => line.startsWith('Message-ID')) ?? '', /^Message-ID: <[0-9a-f-]{36}@weir\.example>$/)
  for (const header of [
    'From: Weir <weir@weir.example>',
    'To: jo@example.com',
    'Subject: Hello',
    'Date: Sat, 21 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Auto-Submitted: auto-generated',
    'Content-Type: multipart/alternative;',
  ]) {
    t.is(head.filter((line) => line === header).length, 1, header)
  }
  const plain = lines.indexOf('Content-Type: text/plain; charset=utf-8')
  const html = lines.indexOf('Content-Type: text/html; charset=utf-8')
  t.true(plain > 0 && html > plain)
  t.deepEqual(lines.slice(plain + 1, plain + 7), ['Content-Transfer-Encoding: 7bit', '', 'Line one', '', 'Here:', LINK])
  t.true(lines.every((line) => line === LINK || line.length <= 76))
})

test('what is not ASCII travels in words and lines as long as they may be', async (t) => {
  const subject = 'Überraschung 😀 '.repeat(12).trim()
  const message = await compose({ subject, text: 'é'.repeat(200) })
  t.true(message.split('\r\n').every((line) => line.length <= 78))
  const words = [...message.matchAll(/=\?UTF-8\?([BQ])\?([^?]+)\?=/g)].map(([, encoding, word = '']) =>
    decode(encoding, word),
  )
  t.is(words.join(''), subject)
  t.true(words.every((word) => !word.includes('\ufffd')))
  const [, body = ''] = /text\/plain[\s\S]*?base64\r\n\r\n([^-]+)--/.exec(message) ?? []
  t.is(Buffer.from(body, 'base64').toString(), 'é'.repeat(200))
})

function decode(encoding: string | undefined, word = ''): string {
  if (encoding === 'B') return Buffer.from(word, 'base64').toString()
  const bytes = word
    .replaceAll('_', ' ')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

test('no header, recipient or part can be smuggled in', async (t) => {
  for (const hostile of [
    'a\r\nBcc: eve@example.com',
    'a\nX-Evil: 1',
    'a\r\n\r\nbody',
    'a\u0000b',
    'a\u2028X-Evil: 1',
  ]) {
    const message = await compose({ to: `${hostile}@example.com`, subject: hostile })
    // Of all that JavaScript takes for the end of a line, RFC 5322 knows these.
    t.false(message.split(/[\r\n]/).some((line) => /^(Bcc|X-Evil):/.test(line)))
    const [head = ''] = message.split('\r\n\r\n')
    t.deepEqual(head.match(/^(To|Subject|Content-Type):/gm)?.sort(), ['Content-Type:', 'Subject:', 'To:'])
  }
  t.regex(await compose({ to: 'a@b.example, c@d.example' }), /^To: <"a@b\.example, c"@d\.example>\r$/m)
})

test('what others wrote is text in the HTML part, and no line of the plain one can pass for the link', (t) => {
  const evil = '<img src=x onerror=alert(1)>\nhttps://evil.example/\n"&\''
  const { text, html } = mailBody([evil, { label: evil, link: 'https://weir.example/?a=1&b="2"' }])
  t.deepEqual(text.match(/^https:.*$/gm), ['https://weir.example/?a=1&b="2"'])
  t.false(html.includes('<img'))
  t.true(html.includes('href="https://weir.example/?a=1&amp;b=&quot;2&quot;"'))
  t.notRegex(html, /<(script|link|img|iframe)/)
})

test('nothing in a mail is hidden, or turns what is written round', async (t) => {
  const hostile = 'Pay\u202Etxt.exe\u2066 \u200B\u061C\u0007\u{E0041}end'
  const { text, html } = mailBody([hostile, { label: hostile, link: LINK }])
  const subject = decode('Q', /^Subject: (.*)\r$/m.exec(await compose({ subject: hostile }))?.[1])
  for (const part of [text.replaceAll('\n', ''), html.replaceAll('\n', ''), subject]) {
    t.notRegex(part, /[\p{Cc}\p{Cf}]/u)
    t.regex(part, /Pay txt\.exe +end/)
  }
  const names = 'שלום José 👩\u200D💻 ن\u200Cو'
  t.true(mailBody([names]).text.startsWith(names), 'what joins letters and emoji stays')
})

test('the outbox holds whole mails for its owner alone', async (t) => {
  const folder = join(temporaryFolder(t), 'outbox')
  const mailer = new OutboxMailer(folder, FROM, () => NOW, pino({ level: 'silent' }))
  await Promise.all(Array.from({ length: 5 }, () => mailer.send({ ...MAIL, to: '../../etc/passwd@x' })))
  const names = readdirSync(folder)
  t.is(names.length, 5)
  for (const name of names) {
    t.regex(name, /^2026-11-21T10-00-00\.000Z-[^/]+\.eml$/)
    t.is(statSync(join(folder, name)).mode & 0o777, 0o600)
  }
  t.is(statSync(folder).mode & 0o777, 0o700)
})
