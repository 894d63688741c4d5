import test from 'ava'
import { sender, smtpUrl } from '../../config/mail.ts'
import { ValueError } from '../../config/parsers.ts'

const context = { cwd: '/' }

test('a sender is an address, with or without a name', (t) => {
  for (const [raw, name, address] of [
    ['weir@corp.example', '', 'weir@corp.example'],
    ['<weir@corp.example>', '', 'weir@corp.example'],
    ['Weir <Weir@Corp.example>', 'Weir', 'weir@corp.example'],
    ['"Weir, at Corp" <weir@corp.example>', 'Weir, at Corp', 'weir@corp.example'],
    ['Sécurité <weir@corp.example>', 'Sécurité', 'weir@corp.example'],
  ] as const) {
    t.deepEqual(sender(raw, context), { name, address }, raw)
  }
  for (const raw of [
    'weir',
    'a@b',
    '<>',
    'Weir <weir@corp.example',
    'a@b.example, c@d.example',
    'W\r\nBcc: x <a@b.example>',
  ]) {
    t.throws(() => sender(raw, context), { instanceOf: ValueError }, raw)
  }
})

test('a mail server is a URL without anything that would be ignored', (t) => {
  for (const raw of [
    'smtp://localhost',
    'smtps://weir:p%40ss@mail.corp.example',
    'smtp://weir@mail.corp.example:587/',
    'smtp://[::1]:25?ignoreTLS=true',
    'smtp://mail?requireTLS=true',
  ]) {
    t.is(smtpUrl(raw, context).href, new URL(raw).href, raw)
  }
  for (const raw of [
    'mail.corp.example',
    'http://mail.corp.example',
    'smtp://',
    'smtp://mail/path',
    'smtp://mail#part',
    'smtp://mail?requireTLS=false',
    'smtp://mail?requireTLS=true&ignoreTLS=true',
    'smtp://mail?rejectUnauthorized=false',
    'smtp://:secret@mail',
    'smtp://100%:x@mail',
    'smtp://mail:99999',
  ]) {
    t.throws(() => smtpUrl(raw, context), { instanceOf: ValueError }, raw)
  }
})
