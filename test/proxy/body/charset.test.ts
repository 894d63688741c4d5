import test from 'ava'
import { decodeText, decodeUnicode, isForeignCharset } from '../../../proxy/body/charset.ts'

const TEXT = '{"text":"Élève n° 7, 東京 😀"}'

function utf16be(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16()
}

function utf32(text: string, littleEndian: boolean): Buffer {
  return Buffer.concat(
    Array.from(text, (character) => {
      const unit = Buffer.alloc(4)
      const codePoint = character.codePointAt(0) ?? 0
      if (littleEndian) unit.writeUInt32LE(codePoint)
      else unit.writeUInt32BE(codePoint)
      return unit
    }),
  )
}

const UNICODE: Readonly<Record<string, Buffer>> = {
  'UTF-8': Buffer.from(TEXT),
  'UTF-8 with a BOM': Buffer.from(`\ufeff${TEXT}`),
  'UTF-16LE': Buffer.from(TEXT, 'utf16le'),
  'UTF-16LE with a BOM': Buffer.from(`\ufeff${TEXT}`, 'utf16le'),
  'UTF-16BE': utf16be(TEXT),
  'UTF-16BE with a BOM': utf16be(`\ufeff${TEXT}`),
  'UTF-32LE': utf32(TEXT, true),
  'UTF-32LE with a BOM': utf32(`\ufeff${TEXT}`, true),
  'UTF-32BE': utf32(TEXT, false),
  'UTF-32BE with a BOM': utf32(`\ufeff${TEXT}`, false),
}

for (const [name, bytes] of Object.entries(UNICODE)) {
  test(`${name} is recognised without being told`, (t) => {
    t.deepEqual(decodeUnicode(bytes), { text: TEXT, damaged: false, others: [] })
    t.deepEqual(decodeText(bytes), { text: TEXT, damaged: false, others: [] })
    t.deepEqual(decodeText(bytes, 'iso-8859-1'), { text: TEXT, damaged: false, others: [] })
  })
}

test('the declared charset counts where bytes are not UTF-8', (t) => {
  t.is(decodeText(Buffer.from('déjà', 'latin1'), 'iso-8859-1')?.text, 'déjà')
  t.is(decodeText(Buffer.from([0xc4, 0xc5]), 'koi8-r')?.text, 'де')
  t.is(decodeText(Buffer.from([0x93, 0xfa]), 'shift_jis')?.text, '日')
})

test('an unknown or a wrong charset does not hide a text', (t) => {
  t.is(decodeText(Buffer.from('plain'), 'ebcdic-37')?.text, 'plain')
  t.is(decodeText(Buffer.from('plain'), 'utf-16')?.text, 'plain')
  t.deepEqual(decodeText(Buffer.from('d\xe9j\xe0', 'latin1'), 'no-such-charset'), {
    text: 'd\ufffdj\ufffd',
    damaged: true,
    others: [],
  })
})

test('8-bit text of no declared charset is read as windows-1252', (t) => {
  t.deepEqual(decodeText(Buffer.from('Nom;Pr\xe9nom\r\nLef\xe8vre;Zo\xe9', 'latin1')), {
    text: 'Nom;Prénom\r\nLefèvre;Zoé',
    damaged: false,
    others: [],
  })
})

test('invalid UTF-8 where UTF-8 is declared is read and said to be damaged', (t) => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('b"}')])
  t.deepEqual(decodeUnicode(bytes), { text: '{"a":"\ufffdb"}', damaged: true, others: [] })
  t.deepEqual(decodeText(bytes, 'utf-8'), { text: '{"a":"\ufffdb"}', damaged: true, others: [] })
})

test('bytes that are no text are not', (t) => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const random = Buffer.from(Array.from({ length: 500 }, (_, index) => (index * 167 + 13) & 0xff))
  for (const bytes of [png, random, Buffer.alloc(100), Buffer.from('text\0with NUL')]) {
    t.is(decodeText(bytes), undefined)
  }
  t.is(decodeUnicode(random), undefined)
})

test('lone surrogates and impossible code points are damage or no text, never an error', (t) => {
  t.true(decodeUnicode(Buffer.from('22003dd82200', 'hex'))?.damaged)
  t.is(decodeUnicode(Buffer.from('22000000ffffff0f', 'hex')), undefined)
  t.is(decodeUnicode(Buffer.from('2200000041', 'hex')), undefined)
})

const CARD = 'card 4111 1111 1111 1111'
const HIDING: Readonly<Record<string, readonly [bytes: Buffer, charset?: string]>> = {
  'a byte order mark of UTF-16 before ASCII': [Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(CARD)])],
  'the same of the other byte order': [Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(`${CARD}.`)])],
  'one odd byte before UTF-16': [Buffer.concat([Buffer.from('x'), Buffer.from(`é ${CARD}`, 'utf16le')]), 'utf-16le'],
  'one odd byte before UTF-16 of the other byte order': [
    Buffer.concat([Buffer.from('x'), utf16be(`é ${CARD}`)]),
    'utf-16be',
  ],
  'one odd byte within UTF-16': [
    Buffer.concat([Buffer.from('Hello there', 'utf16le'), Buffer.from('x'), Buffer.from(CARD, 'utf16le')]),
  ],
  'a label of UTF-16 over ASCII with one byte that is no UTF-8': [Buffer.from(`\xe9 ${CARD}`, 'latin1'), 'utf-16le'],
}

for (const [what, [bytes, charset]] of Object.entries(HIDING)) {
  test(`${what} hides nothing`, (t) => {
    const decoded = decodeText(bytes, charset)
    t.true([decoded?.text ?? '', ...(decoded?.others ?? [])].some((text) => text.includes('4111 1111 1111 1111')))
  })
}

test('a genuine text has no other reading', (t) => {
  for (const text of [
    'Élève n° 7, and a long line of plain words',
    '東京は日本の首都であり、世界最大の都市の一つである。',
    'Привет, как дела?',
  ]) {
    for (const bytes of [Buffer.from(text), Buffer.from(text, 'utf16le'), utf16be(`\ufeff${text}`)]) {
      t.deepEqual(decodeText(bytes, 'utf-16le')?.others, [], text)
    }
  }
  t.deepEqual(decodeText(Buffer.from([0x93, 0xfa, ...Buffer.from('plain ascii words')]), 'shift_jis')?.others, [])
})

test('a NUL between neighbours neither joins nor hides them', (t) => {
  const decoded = decodeText(Buffer.from(`A letter of some length, 12\x004111 1111 1111 1111, and so on`))
  t.true(decoded?.text.includes('\x004111 1111 1111 1111'))
  t.true(decoded?.others[0]?.includes('124111 1111'))
})

test('a charset is foreign where ASCII in it may be other characters', (t) => {
  for (const label of ['ibm037', 'cp500', 'IBM-1047', 'utf-7', 'utf-32', 'hz-gb-2312'])
    t.true(isForeignCharset(label), label)
  for (const label of [
    'utf-8',
    'UTF8',
    'utf_8',
    'us-ascii',
    'latin-1',
    'windows-1252',
    'gbk',
    'utf-16',
    'cp850',
    'ibm437',
    '',
  ]) {
    t.false(isForeignCharset(label), label)
  }
})
