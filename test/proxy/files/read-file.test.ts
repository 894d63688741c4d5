import { readFileSync } from 'node:fs'
import zlib from 'node:zlib'
import test from 'ava'
import { Allowance } from '../../../proxy/files/allowance.ts'
import type { FileProblem } from '../../../proxy/files/file-reading.ts'
import { MAX_ENTRIES } from '../../../proxy/files/limits.ts'
import { readFile } from '../../../proxy/files/read-file.ts'
import { docxOf, pdfOf, tarOf, zipOf } from '../../support/packed-files.ts'

const CARD = '4539 1488 0343 6467'
const LINE = `Please charge the card ${CARD} of Jane Roe.`
const MIB = 1_048_576

const fixture = (name: string) => readFileSync(new URL(`../../fixtures/files/${name}`, import.meta.url))
const read = (bytes: Buffer | string, unpackedBytes = 64 * MIB, textLength = 10 * MIB) =>
  readFile(Buffer.from(bytes), new Allowance({ unpackedBytes, textLength, isOverBudget: () => false }))

const MAIL = [
  'From: Jane Roe <jane@acme.example>',
  'To: John <john@acme.example>',
  'Subject: =?utf-8?B?UsOpc3Vtw6k=?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(LINE).toString('base64'),
  '--b',
  'Content-Type: application/octet-stream; name=a.bin',
  'Content-Transfer-Encoding: base64',
  '',
  docxOf('<w:p><w:t>The second card is 5425 2334 3010 9903.</w:t></w:p>').toString('base64'),
  '--b--',
].join('\r\n')

const RTF = `{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Arial;}}{\\*\\generator Riched;}\\f0 Please charge the card 4539{\\b  14}88 \\'30\\u51?43 6467 of Jane Roe.\\par}`

/** What stands in each kind of file, made by the programs and libraries that people use (test/fixtures/files/README.md). */
const TEXTS: Readonly<Record<string, readonly [bytes: Buffer | string, ...expected: readonly string[]]>> = {
  DOCX: [fixture('letter.docx'), LINE, 'Jane Roe \tFR76 3000 6000 0112 3456 7890 189'],
  XLSX: [fixture('table.xlsx'), 'Name\tCard number\tAmount\nJane Roe\t4539148803436467\t12.5', `John Doe\t${CARD}`],
  PPTX: [fixture('slides.pptx'), LINE, 'Call jane.roe@acme-bank.fr'],
  'ODF text': [fixture('letter.odt'), LINE],
  'ODF spreadsheet': [fixture('table.ods'), `Jane Roe \t${CARD}`],
  PDF: [fixture('letter.pdf'), LINE, 'Page 2'],
  'PDF behind other bytes': [Buffer.concat([Buffer.from('\n\n'), fixture('letter.pdf')]), LINE],
  RTF: [RTF, LINE],
  mail: [MAIL, LINE, 'Résumé', '5425 2334 3010 9903'],
  gzip: [zlib.gzipSync(LINE), LINE],
  zstd: [zlib.zstdCompressSync(LINE), LINE],
  tar: [tarOf([{ name: 'a.txt', content: LINE }]), LINE],
  'tar in gzip': [zlib.gzipSync(tarOf([{ name: 'a.docx', content: fixture('letter.docx') }])), LINE],
  'documents in ZIP': [
    zipOf([
      { name: 'photo.jpg', content: fixture('letter.docx') },
      { name: '../../etc/passwd', content: 'root: 5425 2334 3010 9903', method: 0 },
      { name: 'C:\\nul', content: fixture('letter.pdf') },
    ]),
    LINE,
    '5425 2334 3010 9903',
    'Page 2',
  ],
}
/** The templates of the libraries that made these hold a picture of themselves, and a printer's settings. */
const PROBLEMS: Readonly<Record<string, readonly FileProblem[]>> = {
  DOCX: ['media'],
  'tar in gzip': ['media'],
  'documents in ZIP': ['media'],
  PPTX: ['unsupported', 'media'],
}

// One after the other: what a PDF takes is counted by the thread.
for (const [kind, [bytes, ...expected]] of Object.entries(TEXTS)) {
  test.serial(`the text of ${kind} is read, whatever the file is called`, async (t) => {
    const { text, problems } = await read(bytes)
    for (const piece of expected) t.true(text.includes(piece), `${piece} in ${text}`)
    t.deepEqual(problems, PROBLEMS[kind] ?? [])
  })
}

test('properties, names of entries and authors are context', async (t) => {
  const { context } = await read(fixture('letter.docx'))
  t.true(context.includes('jane.roe@acme-bank.fr'))
  t.true((await read(zipOf([{ name: 'jane.roe@acme-bank.fr.txt', content: 'x' }]))).context.includes('jane.roe@acme'))
})

const PADDED_HEADERS = `From: a@b.example\nTo: c@d.example\nSubject: x\nX-Data: ${LINE}\n\nhello`
for (const [what, content] of Object.entries({
  'RTF that claims to be binary': `{\\rtf1}\\bin999999999 ${LINE}`,
  'RTF whose text is in a table of its own': `{\\rtf1 {\\fonttbl ${LINE}}hello}`,
  'RTF behind a control that is none': `{\\rtf1 }\\'zz ${LINE}`,
  'a mail with a header of its own': PADDED_HEADERS,
})) {
  test(`what is packed is read as it stands, too: ${what}`, async (t) => {
    const { text, context } = await read(zipOf([{ name: 'notes.txt', content }]))
    t.true(`${text}\n${context}`.includes(CARD), context)
  })
}

const TYPES = { name: '[Content_Types].xml', content: '' }
for (const [what, content] of Object.entries({
  'an item of a pivot table': `<pivotCacheDefinition><s v="${LINE}"/></pivotCacheDefinition>`,
  'the name of a sheet': `<workbook><sheet name="${CARD}" sheetId="1"/></workbook>`,
  'a connection': `<connections><dbPr connection="Server=db;Password=${CARD}"/></connections>`,
  'a variable of a document': `<w:settings><w:docVar w:name="x" w:val="${LINE}"/></w:settings>`,
  'an attribute given twice': `<a b="hello" b="${LINE}">hello</a>`,
  'a name of an attribute': '<a b4539148803436467="x">hello</a>',
  'a name of an element': '<a><b4539148803436467/></a>',
  'words in a tag': `<a ${LINE}>hello</a>`,
  'a comment': `<a><!-- ${LINE} -->hello</a>`,
  'an entity': `<!DOCTYPE a [<!ENTITY b "${LINE}">]><a>&b;</a>`,
  'an instruction': `<?mso ${LINE}?><a/>`,
  'a tag that does not end': `<a>hello</a><b ${LINE}`,
  'an attribute that does not end': `<a>hello</a><b c="${LINE}`,
  'a closing tag': `<a>hello</a ${LINE}>`,
  'a sheet without cells': `<worksheet><v>${LINE}</v><c><v>1</v></c></worksheet>`,
  'a cell without a row': `<worksheet><c><v>${LINE}</v></c></worksheet>`,
  'a cell that names no string': `<worksheet><row><c t="s"><v>${LINE}</v></c></row></worksheet>`,
  'a formula': '<worksheet><row><c><f>4539148803436467+0</f><v>1</v></c></row></worksheet>',
  'a text of no string': `<sst>${LINE}<t>hello</t><si><t>1</t></si></sst>`,
  'a string outside': `<sst><t>${LINE}</t><si><t>1</t></si></sst>`,
})) {
  test(`nothing of a document's markup is passed over: ${what}`, async (t) => {
    const { text, context } = await read(zipOf([TYPES, { name: 'xl/a.xml', content }]))
    t.true(`${text}\n${context}`.replaceAll(' ', '').includes(CARD.replaceAll(' ', '')), context)
  })
}

test("a document's settings are no context, and each aside is there once", async (t) => {
  const settings =
    'a="false" b="914400" c="12.75pt" e="#1F497D" f="00A77B3E" g="{0A6F7C4E-1D3B-4E6F-9A51-0C2D3E4F5A6B}"'
  const body = `<w:p ${settings}><w:t w:val="Heading">x</w:t></w:p>`
  const { context } = await read(docxOf(body.repeat(3)))
  t.is(context.match(/Heading/g)?.length, 1)
  t.notRegex(context, /false|914400|12\.75|1F497D|00A77B3E|0A6F7C4E/)
})

test("a document's type and preview hide nothing", async (t) => {
  const head = Buffer.alloc(24)
  head.write('\x89PNG\r\n\x1a\n', 'latin1')
  const { text, context } = await read(
    zipOf([
      TYPES,
      { name: 'mimetype', content: `${' '.repeat(600)}${LINE}` },
      { name: 'thumbnail.png', content: Buffer.concat([head, Buffer.from('The second card is 5425 2334 3010 9903.')]) },
    ]),
  )
  t.true(text.includes(LINE))
  t.true(context.includes('5425 2334 3010 9903'))
})

const XXE = '<?xml version="1.0"?><!DOCTYPE d [<!ENTITY f SYSTEM "file:///etc/passwd"><!ENTITY a "4539">]>'
const LAUGHS = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a0 "ha">${Array.from(
  { length: 30 },
  (_, index) => `<!ENTITY a${index + 1} "${`&a${index};`.repeat(10)}">`,
).join('')}]>`
const inside = (depth: number, content: Buffer): Buffer =>
  depth === 0 ? content : inside(depth - 1, zipOf([{ name: 'a.zip', content, method: 0 }]))
/** A ZIP of two entries whose directory names the second alone. */
function withoutFirst(content: string): Buffer {
  const archive = zipOf([
    { name: 'a', content },
    { name: 'b', content: 'hello' },
  ])
  const end = archive.length - 22
  const directory = archive.readUInt32LE(end + 16)
  archive.writeUInt16LE(1, end + 10)
  archive.writeUInt32LE(directory + 47, end + 16)
  return archive
}
const text = (shown: string) => Buffer.from(`BT /F1 12 Tf 72 700 Td (${shown}) Tj ET`)

const ATTACHED = [
  '<</Type/Filespec/F(a.txt)/UF(a.txt)/EF<</F 7 0 R>>>>',
  `<</Type/EmbeddedFile/Length ${LINE.length}>>stream\n${LINE}\nendstream`,
]

/** What hostile and broken files come to: the problem that is told, and what is read all the same. */
const HOSTILE: Readonly<
  Record<string, readonly [bytes: () => Buffer, problem: FileProblem | undefined, kept?: string]>
> = {
  'an encrypted PDF': [() => fixture('locked.pdf'), 'encrypted'],
  'an encrypted ZIP': [() => fixture('locked.zip'), 'encrypted'],
  'an ODF file with a password': [
    () =>
      zipOf([
        { name: 'META-INF/manifest.xml', content: '<m:manifest xmlns:m="m"><m:encryption-data/></m:manifest>' },
        { name: 'content.xml', content: Buffer.from('8f1a9c00', 'hex') },
      ]),
    'encrypted',
  ],
  'an Office file with a password': [
    () =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(2000),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
    'encrypted',
  ],
  'a scanned PDF': [() => fixture('scan.pdf'), 'media'],
  'an image in an archive': [
    () =>
      zipOf([
        { name: 'a.txt', content: LINE },
        { name: 'b.txt', content: Buffer.from('89504e470d0a1a0a00', 'hex') },
      ]),
    'media',
    LINE,
  ],
  'a ZIP that is cut off': [() => zipOf([{ name: 'a.txt', content: LINE }]).subarray(0, 60), 'broken'],
  'a ZIP that lies about a size': [() => zipOf([{ name: 'a.txt', content: LINE, size: 5 }]), 'broken', LINE],
  'a PDF that is cut off': [() => fixture('letter.pdf').subarray(0, 700), 'broken'],
  'a tar that is cut off': [() => tarOf([{ name: 'a', content: LINE.repeat(20) }]).subarray(0, 700), 'broken', LINE],
  'gzip that is cut off': [() => zlib.gzipSync(LINE).subarray(0, 30), 'broken'],
  'a method nobody knows': [() => zipOf([{ name: 'a.txt', content: LINE, method: 98 }]), 'unsupported'],
  'an entry that unpacks to far too much, and one beside it': [
    () =>
      zipOf([
        { name: 'bomb', content: Buffer.alloc(20 * MIB) },
        { name: 'a.txt', content: LINE },
      ]),
    'too_large',
    LINE,
  ],
  'an entry that is padded beyond the ratio': [
    () => zipOf([{ name: 'a.txt', content: LINE + ' '.repeat(3 * MIB) }]),
    'too_large',
    LINE,
  ],
  'gzip that is padded beyond the ratio': [() => zlib.gzipSync(LINE + ' '.repeat(3 * MIB)), 'too_large', LINE],
  'zstd that is padded beyond the ratio': [() => zlib.zstdCompressSync(LINE + ' '.repeat(3 * MIB)), 'too_large', LINE],
  'gzip with other bytes behind it': [() => Buffer.concat([zlib.gzipSync(LINE), Buffer.from('hello')]), 'broken'],
  'gzip with other bytes behind its padding': [
    () => Buffer.concat([zlib.gzipSync(LINE), Buffer.from('\0hello')]),
    'broken',
    LINE,
  ],
  'gzip of a tape': [() => Buffer.concat([zlib.gzipSync(LINE), Buffer.alloc(512)]), undefined, LINE],
  'two gzips in one': [() => Buffer.concat([zlib.gzipSync('hello '), zlib.gzipSync(LINE)]), undefined, LINE],
  'gzip that is cut off behind its text': [() => zlib.gzipSync(LINE).subarray(0, -4), 'broken', LINE],
  'an entry that its directory does not name': [() => withoutFirst(LINE), 'broken', 'hello'],
  'gzip in gzip that unpacks to far too much': [
    () => zlib.gzipSync(zlib.gzipSync(Buffer.alloc(40 * MIB))),
    'too_large',
  ],
  'many entries of which each is fair': [
    () =>
      zipOf([
        { name: 'a.txt', content: LINE },
        ...Array.from({ length: 60 }, (_, index) => ({ name: `b${index}`, content: Buffer.alloc(2 * MIB, 'word ') })),
      ]),
    'too_large',
    LINE,
  ],
  'too many entries': [
    () => zipOf(Array.from({ length: MAX_ENTRIES + 10 }, (_, index) => ({ name: `${index}`, content: '' }))),
    'too_many',
  ],
  'archives in archives': [
    () =>
      zipOf([
        { name: 'a.txt', content: LINE },
        { name: 'b', content: inside(9, Buffer.from('deep')) },
      ]),
    'too_deep',
    LINE,
  ],
  'an external entity': [() => docxOf(`<w:p><w:t>&f;${LINE}</w:t></w:p>`, XXE), undefined, `&f;${LINE}`],
  'a billion laughs': [() => docxOf(`<w:p><w:t>&a30;${LINE}</w:t></w:p>`, LAUGHS), undefined, `&a30;${LINE}`],
  'XML that is nested deeply': [
    () => docxOf(`<w:p><w:t>${LINE}</w:t></w:p>${'<w:p>'.repeat(100_000)}`),
    'too_deep',
    LINE,
  ],
  'XML that is cut off': [() => docxOf(`<w:p><w:t>${LINE}`), undefined, LINE],
  'RTF of bytes that are not there': [() => Buffer.from('{\\rtf1}\\bin99999 x'), 'broken'],
  'RTF of groups that never end': [() => Buffer.from(`{\\rtf1 ${LINE}${'{'.repeat(50_000)}`), 'too_deep', LINE],
  'a PDF with a picture beside its text': [
    () =>
      pdfOf(zlib.deflateSync(text(LINE)), undefined, {
        objects: ['<</Type/XObject/Subtype /Image/Width 1/Height 1/Length 1>>stream\nx\nendstream'],
      }),
    'media',
    LINE,
  ],
  'a PDF with a form in XML': [
    () =>
      pdfOf(zlib.deflateSync(text(LINE)), undefined, {
        catalog: '/AcroForm<</Fields[]/XFA[(template)6 0 R]>>',
        objects: ['<</Length 1>>stream\nx\nendstream'],
      }),
    'unsupported',
    LINE,
  ],
  'a file attached to a PDF': [
    () =>
      pdfOf(zlib.deflateSync(text('hello')), undefined, {
        catalog: '/Names<</EmbeddedFiles<</Names[(a.txt) 6 0 R]>>>>',
        objects: ATTACHED,
      }),
    undefined,
    LINE,
  ],
  'a file attached to a place in a PDF': [
    () =>
      pdfOf(zlib.deflateSync(text('hello')), undefined, {
        page: '/Annots[<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 6 0 R>>]',
        objects: ATTACHED,
      }),
    undefined,
    LINE,
  ],
  'a PDF with a page of text of our own': [() => pdfOf(zlib.deflateSync(text(LINE))), undefined, LINE],
}
for (const [what, [bytes, problem, kept]] of Object.entries(HOSTILE)) {
  test(`${what}: ${problem ?? 'read'}`, async (t) => {
    const reading = await read(bytes(), 64 * MIB)
    if (problem === undefined) t.deepEqual(reading.problems, [])
    else t.true(reading.problems.includes(problem), reading.problems.join())
    if (kept !== undefined) t.true(reading.text.includes(kept), reading.text.slice(0, 500))
    t.false(reading.text.includes('root:x:0'))
  })
}

test('more text than there is room for is read up to there', async (t) => {
  const { text, problems } = await read(zlib.gzipSync('word '.repeat(1000)), MIB, 100)
  t.is(text.length, 100)
  t.deepEqual(problems, ['too_large'])
})

test('time that is over ends the reading, and keeps what was read', async (t) => {
  let asked = 0
  const allowance = new Allowance({ unpackedBytes: MIB, textLength: MIB, isOverBudget: () => ++asked > 12 })
  const archive = zipOf(Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, content: `text ${index}` })))
  const { text, problems } = await readFile(archive, allowance)
  t.deepEqual(problems, ['over_budget'])
  t.true(text.startsWith('text 0'))
})
