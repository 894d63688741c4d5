import test from 'ava'
import { decodeText, decodeUnicode } from '../../../proxy/body/charset.ts'

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
    t.deepEqual(decodeUnicode(bytes), { text: TEXT, damaged: false })
    t.deepEqual(decodeText(bytes), { text: TEXT, damaged: false })
    t.deepEqual(decodeText(bytes, 'iso-8859-1'), { text: TEXT, damaged: false })
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
  })
})

test('8-bit text of no declared charset is read as windows-1252', (t) => {
  t.deepEqual(decodeText(Buffer.from('Nom;Pr\xe9nom\r\nLef\xe8vre;Zo\xe9', 'latin1')), {
    text: 'Nom;Prénom\r\nLefèvre;Zoé',
    damaged: false,
  })
})

test('invalid UTF-8 where UTF-8 is declared is read and said to be damaged', (t) => {
  const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('b"}')])
  t.deepEqual(decodeUnicode(bytes), { text: '{"a":"\ufffdb"}', damaged: true })
  t.deepEqual(decodeText(bytes, 'utf-8'), { text: '{"a":"\ufffdb"}', damaged: true })
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
