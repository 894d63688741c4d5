import { deflateSync } from 'node:zlib'
import test from 'ava'
import { madeSources } from '../../../bin/machine/all-sources.ts'
import { Draw } from '../../../bin/machine/draw.ts'
import { DATABASES } from '../../../bin/machine/made/databases.ts'
import { OWNED_CONTEXTS } from '../../../bin/machine/owned.ts'
import { measure, measureOwned } from '../../../bin/machine/run.ts'
import { openClassifier } from '../../../bin/tiered-classifier.ts'
import { Allowance } from '../../../proxy/files/allowance.ts'
import { readFile } from '../../../proxy/files/read-file.ts'
import { pdfOf, zipOf } from '../../support/packed-files.ts'

// What `npm run evaluate -- --machine` measures, with the same aims (docs/performance.md).
const SAMPLING = { seed: 1, texts: 1000 }
const classifier = openClassifier(2)

for (const source of madeSources(SAMPLING)) {
  test(`data that machines write set off next to nothing: ${source.name}`, async (t) => {
    const { types } = await measure(source, classifier, () => undefined)
    t.deepEqual(
      types.filter(({ isMet }) => !isMet),
      [],
    )
  })
}

for (const place of OWNED_CONTEXTS) {
  test(`what belongs to people is found where machines write: ${place.name}`, async (t) => {
    const { types } = await measureOwned(place, classifier, { ...SAMPLING, onMistake: () => undefined })
    t.true(types.every(({ expected }) => expected >= 60))
    t.deepEqual(
      types.filter(({ isMet }) => !isMet),
      [],
    )
  })
}

const document = (name: string) => DATABASES.find((source) => source.name === name)?.make(new Draw(1)) ?? ''
const read = async (bytes: Buffer) => {
  const allowance = new Allowance({ unpackedBytes: 1e8, textLength: 1e7, isOverBudget: () => false })
  return (await readFile(bytes, allowance)).text
}

test('the rows that stand for spreadsheets are what a workbook is read as', async (t) => {
  const rows = document('spreadsheets').trimEnd().split('\n')
  const cell = (value: string) =>
    /^-?[\d.E+-]+$/.test(value) ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = rows.map((row) => `<row>${row.split('\t').map(cell).join('')}</row>`).join('')
  const workbook = zipOf([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/worksheets/sheet1.xml', content: `<worksheet><sheetData>${sheet}</sheetData></worksheet>` },
  ])
  t.is((await read(workbook)).trimEnd(), rows.join('\n'))
})

test('the lines that stand for tables of PDFs are what a PDF is read as', async (t) => {
  const lines = ['Total actif 1 204 (37) 12,5 %', 'Stocks 88,20 - 5 311']
  const show = (line: string, y: number) =>
    line
      .split(/ (?=[\d(-])/)
      .map((cell, column) => `1 0 0 1 ${50 + column * 90} ${y} Tm (${cell.replaceAll(/[()]/g, '\\$&')}) Tj`)
      .join('\n')
  const content = `BT /F1 9 Tf\n${lines.map((line, index) => show(line, 700 - index * 20)).join('\n')}\nET`
  t.is((await read(pdfOf(deflateSync(content)))).replaceAll(/ +/g, ' ').trim(), lines.join('\n'))
})
