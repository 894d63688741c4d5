import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
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
