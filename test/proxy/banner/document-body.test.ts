import zlib from 'node:zlib'
import test from 'ava'
import { DocumentBody } from '../../../proxy/banner/document-body.ts'
import { bannerLimits } from '../../../proxy/banner/limits.ts'

const PAGE = `<!doctype html><html><head><title>chat</title></head><body>${'What a page holds. '.repeat(1500)}</body></html>`
const WITH_SCRIPT = PAGE.replace('<head>', '<head><script></script>')

/** What of a body arrives: each read is a list of pieces that came at once. */
function passed(
  coding: string,
  reads: readonly (readonly Uint8Array[])[],
  isCompressed = false,
): Promise<{ readonly body: Buffer; readonly writes: number; readonly isPlaced: boolean | undefined }> {
  return new Promise((resolve, reject) => {
    const written: Buffer[] = []
    let isPlaced: boolean | undefined
    const body = new DocumentBody({
      ...{ coding, isCompressed, script: Buffer.from('<script></script>') },
      onPlaced: (is) => {
        isPlaced = is
      },
      sink: {
        write: (chunk) => void written.push(chunk),
        flush: () => true,
        end: () => resolve({ body: Buffer.concat(written), writes: written.length, isPlaced }),
        broken: () => reject(new Error('it does not decode')),
        resume: () => {},
      },
    })
    for (const pieces of reads) {
      for (const piece of pieces) body.push(Buffer.from(piece))
      body.flush()
    }
    body.end()
  })
}

function inPieces(bytes: Buffer, size: number): Buffer[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size))
}

test('what comes at once is searched, decoded and compressed at once, in however small pieces it is framed', async (t) => {
  const compressed = await passed('', [inPieces(Buffer.from(PAGE), 1)], true)
  t.is(zlib.gunzipSync(compressed.body).toString(), WITH_SCRIPT)
  t.true(compressed.writes < 8, `${compressed.writes} writes`)
  const decoded = await passed('gzip', [inPieces(zlib.gzipSync(PAGE), 1)])
  t.is(decoded.body.toString(), WITH_SCRIPT)
  t.true(decoded.writes < 8, `${decoded.writes} writes`)
})

test('a page that comes byte by byte is not searched for ever', async (t) => {
  const late = `${' '.repeat(bannerLimits.searches)}${PAGE}`
  const { body, isPlaced } = await passed(
    '',
    inPieces(Buffer.from(late), 1).map((byte) => [byte]),
  )
  t.is(body.toString(), late)
  t.false(isPlaced)
  const early = `${' '.repeat(bannerLimits.searches - 40)}${PAGE}`
  const found = await passed(
    '',
    inPieces(Buffer.from(early), 1).map((byte) => [byte]),
  )
  t.true(found.isPlaced)
})

test('deflate is read with zlib’s head and without it, as browsers do', async (t) => {
  for (const packed of [zlib.deflateSync(PAGE), zlib.deflateRawSync(PAGE), zlib.deflateRawSync(PAGE, { level: 0 })]) {
    t.is((await passed('deflate', [inPieces(packed, 100)])).body.toString(), WITH_SCRIPT)
  }
})

test('a body without a byte is an empty page, whatever its coding', async (t) => {
  for (const coding of ['', 'gzip', 'br', 'zstd', 'deflate']) {
    t.is((await passed(coding, [])).body.length, 0, coding)
    t.is(zlib.gunzipSync((await passed(coding, [[Buffer.alloc(0)]], true)).body).length, 0, coding)
  }
})

test('a page in UTF-16 stays as it is', async (t) => {
  const wide = Buffer.from(`\u{feff}${PAGE}`, 'utf16le')
  const { body, isPlaced } = await passed('', [[wide]])
  t.deepEqual(body, wide)
  t.false(isPlaced)
})

for (const [coding, pack] of [
  ['gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
] as const) {
  test(`junk behind a page is left out, as browsers do: ${coding}`, async (t) => {
    const packed = pack(PAGE)
    for (const junk of [Buffer.alloc(40), Buffer.from('<!-- junk -->'), Buffer.from([0x1f, 0x8b, 8, 0, 9, 9, 9])]) {
      const together = await passed(coding, [[packed, junk]])
      t.is(together.body.toString(), WITH_SCRIPT)
      const apart = await passed(coding, [...inPieces(packed, 7).map((piece) => [piece]), [junk]])
      t.is(apart.body.toString(), WITH_SCRIPT)
    }
  })
}

test('a gzip page that is cut, wherever, is no page', async (t) => {
  const packed = zlib.gzipSync(PAGE)
  for (const length of [1, 5, 9, 11, packed.length - 20]) {
    await t.throwsAsync(passed('gzip', [[packed.subarray(0, length)]]), { message: 'it does not decode' })
  }
})

test('a page that has not the coding it is said to have is passed on as it comes, as browsers show it', async (t) => {
  const pieces = inPieces(Buffer.from(PAGE), 1000)
  for (const coding of ['gzip', 'x-gzip', 'zstd']) {
    const plain = await passed(coding, [pieces])
    t.is(plain.body.toString(), PAGE)
    t.false(plain.isPlaced)
    const compressed = await passed(
      coding,
      pieces.map((piece) => [piece]),
      true,
    )
    t.is(zlib.gunzipSync(compressed.body).toString(), PAGE)
  }
})
