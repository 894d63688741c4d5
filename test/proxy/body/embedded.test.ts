import test from 'ava'
import {
  type Embedded,
  embeddedInMedia,
  embeddedInString,
  isLikeDataUrl,
  looselyEmbeddedInMedia,
} from '../../../proxy/body/embedded.ts'

const LONG = 'A long document, line after line. '.repeat(100)
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(4000, '\0\xff\x13', 'latin1')])
const CARD = '4111111111111111'

const allOf = (embedded: Embedded | undefined) =>
  [embedded?.text ?? '', embedded?.raw ?? '', ...(embedded?.others ?? [])].join('\n')

test('a plain string is nothing but itself', (t) => {
  for (const text of ['', 'short', LONG, 'data: not a URL', 'A'.repeat(5000), `${'A'.repeat(5000)} and a card`]) {
    t.is(embeddedInString(text), undefined)
  }
})

test('a long base64 string or data URL of a text is that text as well', (t) => {
  const base64 = Buffer.from(LONG).toString('base64')
  for (const value of [
    base64,
    base64.replace(/(.{76})/g, '$1\r\n'),
    Buffer.from(LONG).toString('base64url'),
    `data:text/csv;charset=utf-8;base64,${base64}`,
    // The declared type hides nothing.
    `data:application/pdf;BASE64,${base64}`,
    `data:text/plain,${encodeURIComponent(LONG)}`,
  ]) {
    t.is(embeddedInString(value)?.text, LONG)
  }
})

test('what begins with data: and is no data URL stays whole', (t) => {
  for (const head of [
    'data: my card is 4111 1111 1111 1111,',
    'data:text/plain;charset=utf-8 4111,',
    `data:${CARD},`,
    'data:a/b;4111111111111111,',
    'data:\n,',
  ]) {
    t.is(embeddedInString(`${head}${'x'.repeat(1024)}`), undefined, head)
  }
  const named = embeddedInString(`data:text/${CARD};x=${CARD},${'%20x'.repeat(400)}`)
  t.true(named?.raw.startsWith(`data:text/${CARD}`))
})

test('media has no text', (t) => {
  const base64 = PNG.toString('base64')
  for (const value of [base64, `data:image/png;base64,${base64}`]) {
    for (const embedded of [embeddedInString(value), embeddedInMedia(value)]) {
      t.is(embedded?.text, undefined)
      t.deepEqual(embedded?.file, { recognised: true, broken: false })
    }
  }
  t.deepEqual(embeddedInMedia('iVBORw0KGgoAAAAN')?.file, { recognised: true, broken: false })
})

test('a document that does not show itself in its first bytes is one all the same', (t) => {
  const noise = Buffer.alloc(900, '\0\xff\x13', 'latin1')
  const pdf = Buffer.concat([noise, Buffer.from(`%PDF-1.7\n${LONG}\nstartxref\n0\n%%EOF\n`)])
  const tar = Buffer.concat([noise.subarray(0, 257), Buffer.from('ustar\0'), Buffer.alloc(2000), Buffer.from(LONG)])
  for (const bytes of [pdf, tar]) {
    const base64 = bytes.toString('base64')
    for (const value of [base64, base64.replace(/(.{76})/g, '$1\r\n')]) {
      const embedded = embeddedInString(value)
      t.deepEqual(embedded?.file?.document, bytes)
      t.true(embedded?.others.join('\n').includes(LONG.slice(0, 60)))
    }
  }
  t.is(embeddedInString(Buffer.concat([noise, noise, noise]).toString('base64')), undefined)
})

test('what can be read in media is there all the same', (t) => {
  const caption = Buffer.concat([PNG, Buffer.from('Paid to FR76 3000 6000 0112 3456 7890 189')]).toString('base64')
  for (const media of [caption, `data:image/png;base64,${caption}`]) {
    t.deepEqual(embeddedInString(media)?.others, ['Paid to FR76 3000 6000 0112 3456 7890 189'])
  }
  t.deepEqual(embeddedInMedia(PNG.toString('base64'))?.others, [])
})

test('cards in the base64 itself are there to be read, however long it is', (t) => {
  const text = Buffer.from('Nothing to see here, move along please. '.repeat(30)).toString('base64')
  const image = PNG.toString('base64')
  const large = Buffer.concat([PNG, Buffer.alloc(90_000, 'Az')]).toString('base64')
  for (const base64 of [text, image, large]) {
    for (const value of [`${base64}\n${CARD}\n${CARD}`, `${base64}${CARD}`, `${base64}\n4111\n1111\n1111\n1111\n`]) {
      const embedded = embeddedInString(value)
      t.true(embedded === undefined || /4111\n?1111\n?1111\n?1111/.test(allOf(embedded)))
    }
  }
})

test('a long token of no known format is read as it is', (t) => {
  t.is(embeddedInString(Buffer.alloc(2000, '\x93\x02\xfe', 'latin1').toString('base64')), undefined)
})

test('media with something else among its base64 is read as it is', (t) => {
  const base64 = PNG.toString('base64')
  for (const spoilt of [`${base64} my card`, `${base64.slice(0, 2000)}!${base64.slice(2000)}`]) {
    t.is(embeddedInMedia(spoilt), undefined)
    t.is(embeddedInString(spoilt), undefined)
    t.is(embeddedInString(`data:image/png;base64,${spoilt}`), undefined)
  }
})

test('media that is a text is that text, in short too', (t) => {
  t.is(embeddedInMedia('aGVsbG8=')?.text, 'hello')
  t.is(embeddedInMedia('not base64 at all'), undefined)
})

const ZIP = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(3000, '\0\xff\x13', 'latin1')])

test('a data URL is one whatever else its head says', (t) => {
  const base64 = ZIP.toString('base64')
  for (const head of [
    'data:application/zip;base64, ',
    'data:application/zip; base64,',
    'data:application/zip;name=my report (1).zip;base64,',
    'data:application/zip;name="a,b.zip";base64,',
    'Data:application/zip;base64,',
  ]) {
    for (const embedded of [embeddedInMedia(`${head}${base64}`), embeddedInString(`${head}${base64}`)]) {
      t.deepEqual(embedded?.file?.document, ZIP, head)
    }
  }
  t.true(embeddedInMedia(`data:a/b;card=my ${CARD};base64,${base64}`)?.raw.includes(CARD))
})

test('a file is found among characters that lenient decoders pass over', (t) => {
  const base64 = ZIP.toString('base64')
  const spread = base64.replace(/(.{100})/g, '$1\t \v')
  for (const value of [` ${base64}`, spread, ` da\nta:application/zip;base64,${spread}`]) {
    const { file } = looselyEmbeddedInMedia(value) ?? {}
    t.deepEqual(file?.document, ZIP)
    t.deepEqual(file?.broken, embeddedInMedia(base64)?.file?.broken)
  }
  const image = PNG.toString('base64')
  for (const value of [`${image.slice(0, 2000)}!${image.slice(2000)}`, `${image}, my card`, `${image}=${image}`]) {
    t.deepEqual(looselyEmbeddedInMedia(value)?.file, { recognised: true, broken: true })
  }
  t.is(
    looselyEmbeddedInMedia(
      Buffer.from(LONG)
        .toString('base64')
        .replace(/(.{9})/g, '$1.'),
    )?.text,
    LONG,
  )
})

test('a text in the place of a file is none', (t) => {
  for (const text of [
    '',
    'hello',
    LONG,
    'data: my card is 4111 1111 1111 1111, and',
    `${CARD}, ${CARD}`,
    '£$%'.repeat(500),
  ]) {
    t.is(looselyEmbeddedInMedia(text), undefined)
  }
})

test('an address is a data URL with white space before and within its scheme too', (t) => {
  for (const url of ['data:,x', ' DATA:,x', '\u0001da\tta:,x', '\nd\r\nata:,x']) t.true(isLikeDataUrl(url))
  for (const url of ['https://x.example/data:', 'd ata:,x', 'date:', '']) t.false(isLikeDataUrl(url))
})

test('what is base64 is told in linear time', (t) => {
  for (const value of [
    `data:${'base64 '.repeat(200_000)}`,
    ' '.repeat(1_000_000),
    'A='.repeat(500_000),
    `data:;base64${' '.repeat(1_000_000)}`,
    'AAAA!'.repeat(200_000),
  ]) {
    const started = performance.now()
    embeddedInString(value)
    embeddedInMedia(value)
    looselyEmbeddedInMedia(value)
    t.true(performance.now() - started < 1000)
  }
})

test('base64 of nothing but digits is read, however long it is, and a number across the end of a slice whole', (t) => {
  t.true((embeddedInMedia('1'.repeat(12_000_000))?.raw.length ?? 0) > 0)
  const letters = 'A'.repeat(262_144 - 8)
  t.true(embeddedInMedia(`${letters}${CARD}${'A'.repeat(4000)}`)?.raw.includes(CARD))
})
