import zlib from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly content: Buffer | string
  /** Bits of its head; 1: encrypted. */
  readonly flags?: number
  readonly method?: number
  /** What the head says of its size, where that is a lie. */
  readonly size?: number
}

/** A ZIP archive written byte by byte (APPNOTE 6.3.10), so that it can be wrong in any way. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, flags = 0, method = 8, size } of entries) {
    const bytes = Buffer.from(content)
    const packed = method === 8 ? zlib.deflateRawSync(bytes) : bytes
    const path = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags, 2)
    head.writeUInt16LE(method, 4)
    head.writeUInt32LE(zlib.crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? bytes.length, 18)
    head.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    files.push(Buffer.from('PK\x03\x04'), head, path, packed)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), head, place, path]))
    offset += 30 + path.length + packed.length
  }
  const places = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(places.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, places, Buffer.from('PK\x05\x06'), end])
}

/** A tape archive (ustar). */
export function tarOf(entries: readonly { readonly name: string; readonly content: string | Buffer }[]): Buffer {
  const blocks = entries.flatMap(({ name, content }) => {
    const bytes = Buffer.from(content)
    const head = Buffer.alloc(512)
    head.write(name, 0)
    head.write(bytes.length.toString(8).padStart(11, '0'), 124)
    head.write('        ', 148)
    head.write('0ustar\x0000', 156)
    const sum = head.reduce((total, byte) => total + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}

/** A DOCX with nothing but its text, given as the XML of its body. */
export function docxOf(body: string, prolog = '<?xml version="1.0"?>'): Buffer {
  const types = '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'
  return zipOf([
    { name: '[Content_Types].xml', content: types },
    {
      name: 'word/document.xml',
      content: `${prolog}<w:document xmlns:w="w"><w:body>${body}</w:body></w:document>`,
    },
  ])
}

interface MoreOfPdf {
  /** Entries of its catalogue, of its page, and objects from number 6 on. */
  readonly catalog?: string
  readonly page?: string
  readonly objects?: readonly string[]
}

/** A PDF of one page whose content is a stream as it is given, with the filters that are named; more of it may be named. */
export function pdfOf(content: Buffer, filter = '/FlateDecode', more: MoreOfPdf = {}): Buffer {
  const { catalog = '', page = '', objects: others = [] } = more
  const objects = [
    Buffer.from(`<</Type/Catalog/Pages 2 0 R${catalog}>>`),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>${page}>>`,
    ),
    Buffer.concat([
      Buffer.from(`<</Length ${content.length}/Filter ${filter}>>stream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    Buffer.from('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'),
    ...others.map((object) => Buffer.from(object)),
  ]
  const pieces = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    const piece = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    pieces.push(piece)
    length += piece.length
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pieces.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(pieces)
}
