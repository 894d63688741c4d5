import { randomBytes } from 'node:crypto'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import test from 'ava'
import { legibleText } from '../../../proxy/body/legible.ts'

const VALUE = 'FR76 3000 6000 0112 3456 7890 189'

for (const [what, bytes] of [
  ['a NUL before a text', Buffer.from(`\0${VALUE}`)],
  ['NULs within a value', Buffer.from(VALUE.replaceAll(' ', '\0 '))],
  ['a control character and a byte that is no UTF-8', Buffer.concat([Buffer.from([1, 0xff, 2]), Buffer.from(VALUE)])],
  ['UTF-16 with a NUL character', Buffer.from(`\0${VALUE}`, 'utf16le')],
  ['compressed data around a text', Buffer.concat([gzipSync('x'), Buffer.from(`\x01${VALUE}\x02`), gzipSync('y')])],
] as const) {
  test(`${what} hides nothing`, (t) => {
    t.true(legibleText(bytes).split('\n').includes(VALUE))
  })
}

test('characters beyond ASCII are read where the bytes are UTF-8', (t) => {
  t.is(legibleText(Buffer.from('\x01Propriétaire ４９７\x02')), 'Propriétaire ４９７')
})

test('short runs, which random data is full of, are left out', (t) => {
  t.is(legibleText(Buffer.from('\x01seven77\x01')), '')
  t.true(legibleText(randomBytes(1_000_000)).length < 20_000)
  t.is(legibleText(Buffer.alloc(0)), '')
})

test('a run of any length is read', (t) => {
  for (const filler of ['a', 'é']) {
    const run = filler.repeat(12_000_000)
    t.is(legibleText(Buffer.from(`\0\u0001${run}`)).length, run.length)
  }
})

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

function png(...chunks: readonly Buffer[]): Buffer {
  const head = chunk('IHDR', Buffer.from('00000001000000010806000000', 'hex'))
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), head, ...chunks, chunk('IEND', Buffer.alloc(0))])
}

const COMPACT = VALUE.replaceAll(' ', '')
const packed = deflateSync(COMPACT)
for (const [what, bytes] of [
  ['tEXt', png(chunk('tEXt', Buffer.from(`Comment\0${COMPACT}`)))],
  ['zTXt', png(chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), packed])))],
  ['iTXt', png(chunk('iTXt', Buffer.from(`Comment\0\0\0fr\0Commentaire\0${COMPACT}`)))],
  ['packed iTXt', png(chunk('iTXt', Buffer.concat([Buffer.from('Comment\0\u0001\0fr\0Comment\0'), packed])))],
  [
    'comment of a JPEG',
    Buffer.concat([Buffer.from('ffd8fffe001d', 'hex'), Buffer.from(COMPACT), Buffer.from('ffda0000', 'hex')]),
  ],
] as const) {
  test(`the ${what} of a picture is read`, (t) => {
    t.regex(legibleText(bytes), new RegExp(`(?<![0-9A-Za-z])${COMPACT}(?![0-9A-Za-z])`))
  })
}

test('a picture that lies about its texts is read as far as it goes', (t) => {
  const bomb = chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(20_000_000, 97))]))
  const broken = chunk('zTXt', Buffer.from('Comment\0\0nothing that is packed'))
  const text = chunk('tEXt', Buffer.from(`Comment\0${COMPACT}`))
  const read = legibleText(png(bomb, broken, text))
  t.true(read.includes(COMPACT))
  t.true(read.length < 30_000)
  t.notThrows(() => legibleText(png(text).subarray(0, 50)))
  t.notThrows(() => legibleText(Buffer.from('89504e470d0a1a0affffffff74455874', 'hex')))
})
