import zlib from 'node:zlib'
import test from 'ava'
import { examineDocument, examineFile } from '../../../proxy/body/file.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const PDF = latin1('%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n')
/** A ZIP archive of nothing (APPNOTE 4.3.16). */
const ZIP = Buffer.concat([latin1('PK\x05\x06'), Buffer.alloc(18)])

const WHOLE: Readonly<Record<string, Buffer>> = {
  PNG: Buffer.from('89504e470d0a1a0a', 'hex'),
  JPEG: Buffer.from('ffd8ffe0', 'hex'),
  WAV: latin1('RIFF\x24\0\0\0WAVE'),
  MP3: Buffer.from('fffb9064', 'hex'),
  MP4: latin1('\0\0\0\x20ftypisom'),
  WebM: Buffer.from('1a45dfa3', 'hex'),
  PDF,
  ZIP,
  gzip: zlib.gzipSync('hello'),
  'old Office': Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]),
}
for (const [what, bytes] of Object.entries(WHOLE)) {
  test(`${what} is recognised`, (t) => {
    t.like(examineFile(bytes), { recognised: true, broken: false })
  })
}

const BROKEN: Readonly<Record<string, Buffer>> = {
  'a PDF without its end': PDF.subarray(0, 30),
  'a ZIP without its directory': latin1('PK\x03\x04rest of it'),
  'a ZIP whose directory is elsewhere': Buffer.concat([latin1('PK\x05\x06'), Buffer.alloc(8), Buffer.alloc(10, 9)]),
  'a gzip file of a header alone': zlib.gzipSync('').subarray(0, 10),
  'half a 7z archive': Buffer.concat([Buffer.from('377abcaf271c0004', 'hex'), Buffer.alloc(24, 7)]),
}
for (const [what, bytes] of Object.entries(BROKEN)) {
  test(`${what} is broken`, (t) => {
    t.deepEqual(examineDocument(bytes), { recognised: true, broken: true, document: bytes })
  })
}

test('other bytes are of no known kind', (t) => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), Buffer.from([0x93, 1, 2]), Buffer.from('PK')]) {
    t.deepEqual(examineFile(bytes), { recognised: false, broken: false })
  }
})
