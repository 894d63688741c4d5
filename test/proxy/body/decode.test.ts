import zlib from 'node:zlib'
import test from 'ava'
import { contentCodings, decodeAtOnce, decodeGradually } from '../../../proxy/body/decode.ts'
import { isInTime } from '../../support/crowding.ts'

const TEXT = Buffer.from('The quick brown fox jumps over the lazy dog. '.repeat(40))
const MIB = 1_048_576

const ENCODED: Readonly<Record<string, Buffer>> = {
  gzip: zlib.gzipSync(TEXT),
  'x-gzip': zlib.gzipSync(TEXT),
  GZip: zlib.gzipSync(TEXT),
  deflate: zlib.deflateSync(TEXT),
  br: zlib.brotliCompressSync(TEXT),
  zstd: zlib.zstdCompressSync(TEXT),
  identity: TEXT,
  '': TEXT,
  'gzip, br': zlib.brotliCompressSync(zlib.gzipSync(TEXT)),
  'identity, zstd,gzip ,br': zlib.brotliCompressSync(zlib.gzipSync(zlib.zstdCompressSync(TEXT))),
}

for (const [header, body] of Object.entries(ENCODED)) {
  test(`content-encoding "${header}" is undone, at once and gradually`, async (t) => {
    t.deepEqual(decodeAtOnce(body, header, MIB), { bytes: TEXT })
    const gradual = await decodeGradually(body, header, MIB)
    t.deepEqual([gradual.bytes, gradual.failure], [TEXT, undefined])
  })
}

test('deflate without its zlib header is undone', async (t) => {
  const body = zlib.deflateRawSync(TEXT)
  t.deepEqual(decodeAtOnce(body, 'deflate', MIB).bytes, TEXT)
  t.deepEqual((await decodeGradually(body, 'deflate', MIB)).bytes, TEXT)
})

test('all members of a gzip body and all frames of a zstd body are undone', async (t) => {
  for (const [header, compress] of [
    ['gzip', zlib.gzipSync],
    ['zstd', zlib.zstdCompressSync],
  ] as const) {
    const body = Buffer.concat([compress(Buffer.from('first, ')), compress(Buffer.from('second'))])
    t.is(decodeAtOnce(body, header, MIB).bytes.toString(), 'first, second')
    t.is((await decodeGradually(body, header, MIB)).bytes.toString(), 'first, second')
  }
})

test('no content-encoding, an empty one and an empty body are fine', async (t) => {
  t.deepEqual(decodeAtOnce(TEXT, undefined, MIB), { bytes: TEXT })
  for (const header of ['gzip', 'br', 'zstd', 'deflate', 'identity']) {
    t.is(decodeAtOnce(Buffer.alloc(0), header, MIB).failure, undefined)
    t.is((await decodeGradually(Buffer.alloc(0), header, MIB)).failure, undefined)
  }
})

test('encodings that are not known, or too many, are named so, with the bytes as they came', async (t) => {
  for (const header of ['compress', 'aws-chunked', 'gzip, exotic', 'gzip, gzip, gzip, gzip', 'gzip;q=1', '\u0000']) {
    t.is(contentCodings(header), undefined)
    for (const decoded of [decodeAtOnce(TEXT, header, 100), await decodeGradually(TEXT, header, 100)]) {
      t.deepEqual(decoded, { bytes: TEXT.subarray(0, 100), failure: 'unknown_encoding' })
    }
  }
})

for (const header of ['gzip', 'deflate', 'br', 'zstd']) {
  const body = ENCODED[header] ?? Buffer.alloc(0)

  test(`${header}: what is not encoded, cut off, or followed by other bytes is a bad encoding`, async (t) => {
    const bad = [TEXT, body.subarray(0, -5), Buffer.concat([body, Buffer.from('{"and":"more"}')]), Buffer.alloc(1)]
    for (const bytes of bad) {
      t.is(decodeAtOnce(bytes, header, MIB).failure, 'bad_encoding')
      t.is((await decodeGradually(bytes, header, MIB)).failure, 'bad_encoding')
    }
  })

  test(`${header}: of a damaged body, what comes before the damage is there`, async (t) => {
    const lines = Buffer.from(Array.from({ length: 40_000 }, (_, line) => `line ${(line * 7919) % 40_009}`).join('\n'))
    const compress = { gzip: zlib.gzipSync, deflate: zlib.deflateSync, zstd: zlib.zstdCompressSync }[header]
    const whole =
      compress?.(lines) ?? zlib.brotliCompressSync(lines, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } })
    const { bytes, failure } = await decodeGradually(whole.subarray(0, whole.length / 2), header, MIB)
    t.is(failure, 'bad_encoding')
    t.true(bytes.length > 10_000, `${bytes.length} bytes`)
    t.deepEqual(bytes, lines.subarray(0, bytes.length))
  })

  test(`${header}: a body as large as the limit passes, one byte more does not`, async (t) => {
    t.is(decodeAtOnce(body, header, TEXT.length).failure, undefined)
    t.is((await decodeGradually(body, header, TEXT.length)).failure, undefined)
    t.is(decodeAtOnce(body, header, TEXT.length - 1).failure, 'too_large')
    t.deepEqual(await decodeGradually(body, header, TEXT.length - 1), {
      bytes: TEXT.subarray(0, -1),
      failure: 'too_large',
    })
  })
}

test('a body that is too large without any encoding is cut off too', async (t) => {
  for (const decoded of [decodeAtOnce(TEXT, undefined, 10), await decodeGradually(TEXT, 'identity', 10)]) {
    t.deepEqual(decoded, { bytes: TEXT.subarray(0, 10), failure: 'too_large' })
  }
})

const zeros = Buffer.alloc(64 * MIB)
const BOMBS: Readonly<Record<string, Buffer>> = {
  gzip: zlib.gzipSync(zeros),
  br: zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } }),
  zstd: zlib.zstdCompressSync(zeros),
  'gzip, gzip': zlib.gzipSync(zlib.gzipSync(zeros)),
  'gzip, gzip, br': zlib.brotliCompressSync(zlib.gzipSync(zlib.gzipSync(zeros))),
}

for (const [header, bomb] of Object.entries(BOMBS)) {
  test.serial(`a bomb of ${bomb.length} bytes in ${header} stops at the limit`, async (t) => {
    const started = performance.now()
    t.is(decodeAtOnce(bomb, header, MIB).failure, 'too_large')
    const before = process.memoryUsage()
    const { bytes, failure } = await decodeGradually(bomb, header, MIB)
    const after = process.memoryUsage()
    t.is(failure, 'too_large')
    t.is(bytes.length, MIB)
    t.true(after.arrayBuffers + after.external - before.arrayBuffers - before.external < 16 * MIB)
    t.true(isInTime(started, 2000))
  })
}

test('a zstd frame that asks for a window far beyond the limit is refused', async (t) => {
  // RFC 8878 section 3.1.1: magic, no flags, window of 2^27 bytes, then one raw block of one byte.
  const frame = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, (27 - 10) << 3, 0x09, 0x00, 0x00, 0x41])
  t.is(decodeAtOnce(frame, 'zstd', MIB).failure, 'bad_encoding')
  t.is((await decodeGradually(frame, 'zstd', MIB)).failure, 'bad_encoding')
  const modest = Buffer.from(frame)
  modest[5] = (20 - 10) << 3
  t.is(decodeAtOnce(modest, 'zstd', MIB).bytes.toString(), 'A')
})

test('random bytes never throw', async (t) => {
  for (let length = 0; length < 200; length++) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => (index * 167 + length * 31) & 0xff))
    for (const header of ['gzip', 'deflate', 'br', 'zstd', 'gzip, br']) {
      t.notThrows(() => decodeAtOnce(bytes, header, MIB))
      await t.notThrowsAsync(decodeGradually(bytes, header, MIB))
    }
  }
})
