import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { clock, instant, iso, microseconds } from './instants.ts'

const day = (draw: Draw) => `2026-0${draw.between(1, 9)}-1${draw.below(9)} ${clock(draw)}`

/** A row of a table of measures, parts or jobs, as SQL writes it. */
function row(draw: Draw): () => string {
  const key = draw.between(4, 18)
  return draw.pick([
    () => `(${draw.digits(key)},'${day(draw)}',${draw.normal(100, 40)},${draw.digits(key)},NULL,'${draw.hex(32)}')`,
    () => `(${draw.digits(4)}, ${draw.digits(13)}, ${draw.float()}, '${draw.uuid()}', ${draw.digits(16)})`,
    () => `(${draw.digits(5)},'SKU-${draw.digits(9)}',${draw.digits(3)}.${draw.digits(2)},0x${draw.hex(24)})`,
    () => `('${iso(draw)}', '${draw.digits(key)}', ${draw.float().toFixed(9)}, -${draw.float()}, ${draw.digits(9)})`,
    () => `(${draw.digits(key)},${draw.digits(key)},${draw.digits(key)},${instant(draw)},'${draw.digits(key)}')`,
  ])
}

function sqlDump(draw: Draw): string {
  const made = row(draw)
  const head = 'CREATE TABLE measures (id bigint, taken_at datetime, value double, sensor bigint, hash char(32));'
  return draw.pick([
    () => `${head}\n${lines(draw, 8, () => `INSERT INTO measures VALUES ${draw.times(8, made).join(',')};`)}`,
    () => `${head}\n${lines(draw, 50, () => `INSERT INTO "measures" VALUES${made()};`)}`,
    () =>
      `COPY public.measures FROM stdin;\n${lines(draw, 60, () => made().slice(1, -1).replaceAll(/, ?/g, '\t').replaceAll("'", ''))}\\.\n`,
    () =>
      `${lines(draw, 50, () => ` ${made().slice(1, -1).replaceAll(/, ?/g, ' | ').replaceAll("'", '')}`)}(50 rows)\n`,
    () =>
      lines(
        draw,
        50,
        () =>
          `UPDATE measures SET value = ${draw.normal(9, 4)}, version = ${draw.digits(10)} WHERE id = ${draw.digits(16)};`,
      ),
    () => lines(draw, 50, () => `SELECT setval('measures_id_seq', ${draw.digits(draw.between(9, 18))}, true);`),
  ])()
}

/** Plans, statistics and pages of databases. */
function databaseTools(draw: Draw): string {
  return lines(
    draw,
    50,
    draw.pick([
      () =>
        `  ->  Index Scan using k_${draw.letters(4)} (cost=${draw.float()}..${draw.digits(8)}.${draw.digits(2)} rows=${draw.digits(9)} width=${draw.digits(3)}) (actual time=${draw.float()}..${draw.float() * 1000} rows=${draw.digits(7)} loops=1)`,
      () => `* ${draw.digits(12)} ${draw.digits(10)} log sequence number ${draw.digits(14)}, trx ${draw.digits(11)}`,
      () =>
        JSON.stringify({
          ts: { $timestamp: { t: Math.floor(instant(draw) / 1000), i: draw.below(99) } },
          h: { $numberLong: draw.digits(18) },
          op: 'u',
          o: { v: draw.float() },
        }),
      () =>
        `${microseconds(draw)} [0 127.0.0.1:${draw.digits(5)}] "SET" "k:${draw.digits(12)}" "${draw.digits(16)}" "PX" "${draw.digits(8)}"`,
      () => `used_memory_${draw.letters(5)}:${draw.digits(draw.between(8, 14))}`,
      () => `${draw.digits(7)}\t${draw.digits(16)}\t${draw.digits(16)}\tBYTES\t${draw.float()}`,
    ]),
  )
}

/** Rows of a sheet as they are read from a workbook: tabs between cells, all digits of what is stored. */
function spreadsheet(draw: Draw): string {
  const cell = () =>
    draw.pick<() => string>([
      () => String(draw.normal(1000, 400)),
      () => String(draw.between(43_000, 47_000) + draw.float()),
      () => draw.digits(draw.between(1, 13)),
      () => `${draw.float() / 100}`,
      () => (draw.float() * 1e13).toExponential().toUpperCase(),
      () => draw.letters(6),
      () => '0.30000000000000004',
    ])
  const columns = draw.times(draw.between(3, 9), cell)
  const head = columns.map(() => draw.pick(['Total', 'Jours', 'Part', 'Q1', 'Q2', 'Budget', 'Écart', 'Qté'])).join('\t')
  return `${head}\n${lines(draw, 60, () => columns.map((make) => make()).join('\t'))}`
}

/** Text of a PDF's tables: cells in reading order, with blanks or line feeds between them. */
function pdfTables(draw: Draw): string {
  const [group, decimal] = draw.pick<readonly [string, string]>([
    [' ', ','],
    ['\u202f', ','],
    ['\u00a0', ','],
    ['.', ','],
    [',', '.'],
  ])
  const length = draw.between(3, 10)
  const number = () => {
    const whole = draw.digits(draw.between(1, length)).replace(/\B(?=(?:\d{3})+$)/g, group)
    return draw.pick([
      whole,
      `${whole}${decimal}${draw.digits(2)}`,
      `(${whole})`,
      `${draw.digits(2)}${decimal}${draw.digits(1)} %`,
      '–',
      '-',
    ])
  }
  const label = () =>
    `${draw.pick(['Total actif', 'Produits', 'Revenue', 'Charges', 'Stocks', 'EBITDA', 'Autres', '2024', '2025'])}`
  const perRow = draw.between(2, 8)
  const separator = draw.pick([' ', '  ', '\n', '\t', ' '])
  return lines(draw, 60, () => `${label()} ${draw.times(perRow, number).join(separator)}`)
}

export const DATABASES: readonly Source[] = [
  { name: 'SQL dumps', make: sqlDump },
  { name: 'tools of databases', make: databaseTools },
  { name: 'spreadsheets', make: spreadsheet },
  { name: 'tables of PDFs', make: pdfTables },
]
