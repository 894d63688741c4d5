import test from 'ava'
import { legibleInMedia, textOfMedia, textOfString } from '../../../proxy/body/embedded.ts'

const LONG = 'A long document, line after line. '.repeat(100)
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4000, '\0\xff\x13', 'latin1')])

test('a plain string is its own text', (t) => {
  for (const text of ['', 'short', LONG, 'data: not a URL', 'A'.repeat(5000), `${'A'.repeat(5000)} and a card`]) {
    t.is(textOfString(text), text)
  }
})

test('a long base64 string or data URL of a text is that text', (t) => {
  const base64 = Buffer.from(LONG).toString('base64')
  t.is(textOfString(base64), LONG)
  t.is(textOfString(base64.replace(/(.{76})/g, '$1\r\n')), LONG)
  t.is(textOfString(Buffer.from(LONG).toString('base64url')), LONG)
  t.is(textOfString(`data:text/csv;charset=utf-8;base64,${base64}`), LONG)
  t.is(textOfString(`data:application/pdf;BASE64,${base64}`), LONG, 'the declared type hides nothing')
  t.is(textOfString(`data:text/plain,${encodeURIComponent(LONG)}`), LONG)
  t.is(textOfString(`data:,%zz${LONG}`), `%zz${LONG}`)
})

test('media has no text', (t) => {
  const base64 = PNG.toString('base64')
  t.is(textOfString(base64), undefined)
  t.is(textOfString(`data:image/png;base64,${base64}`), undefined)
  t.is(textOfMedia(base64), undefined)
  t.is(textOfMedia('iVBORw0KGgoAAAAN'), undefined)
})

test('what can be read in media is there all the same', (t) => {
  const caption = Buffer.concat([PNG, Buffer.from('Paid to FR76 3000 6000 0112 3456 7890 189')]).toString('base64')
  for (const media of [caption, `data:image/png;base64,${caption}`]) {
    t.is(textOfString(media), undefined)
    t.is(legibleInMedia(media), 'Paid to FR76 3000 6000 0112 3456 7890 189')
  }
  t.is(legibleInMedia(PNG.toString('base64')), '')
})

test('a long token of no known format is read as it is', (t) => {
  const token = Buffer.alloc(2000, '\x93\x02\xfe', 'latin1').toString('base64')
  t.is(textOfString(token), token)
})

test('media with something else among its base64 is read as it is', (t) => {
  const base64 = PNG.toString('base64')
  for (const spoilt of [`${base64} my card`, `${base64.slice(0, 2000)}!${base64.slice(2000)}`]) {
    t.is(textOfMedia(spoilt), spoilt)
    t.is(textOfString(spoilt), spoilt)
    t.is(textOfString(`data:image/png;base64,${spoilt}`), spoilt)
  }
})

test('media that is a text is that text, in short too', (t) => {
  t.is(textOfMedia('aGVsbG8='), 'hello')
  t.is(textOfMedia('not base64 at all'), 'not base64 at all')
  t.is(textOfMedia(''), '')
})
