import zlib from 'node:zlib'
import test from 'ava'
import { gzipHeadLength } from '../../../proxy/rewriting/gzip-head.ts'

const FIXED = [0x1f, 0x8b, 8]
const [CHECKSUM, EXTRA, NAME, COMMENT] = [0x02, 0x04, 0x08, 0x10]
const rest = [0, 0, 0, 0, 0, 3]

test('the head of a gzip member ends behind all that its flags name', (t) => {
  const heads: readonly (readonly number[])[] = [
    [...FIXED, 0, ...rest],
    [...FIXED, EXTRA, ...rest, 3, 0, 1, 0, 2],
    [...FIXED, NAME | COMMENT, ...rest, 97, 0, 98, 99, 0],
    [...FIXED, CHECKSUM | EXTRA | NAME | COMMENT, ...rest, 1, 0, 9, 97, 0, 0, 5, 5],
  ]
  for (const head of heads) {
    const packed = Buffer.from([...head, 1, 2, 3])
    t.is(gzipHeadLength(packed), head.length)
    for (let cut = 0; cut < head.length; cut++) t.is(gzipHeadLength(packed.subarray(0, cut)), 'short')
  }
  t.is(gzipHeadLength(zlib.gzipSync('a')), 10)
})

test('what is no gzip has no such head', (t) => {
  t.is(gzipHeadLength(Buffer.from('<!doctype html>')), 'none')
  t.is(gzipHeadLength(Buffer.from([0x1f, 0x8b, 7])), 'none')
})
