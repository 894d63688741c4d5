import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'

const ROWS = 80

/** A float as programs print it: all its digits, a fixed number of decimals, or with an exponent. */
export function float(draw: Draw): string {
  const value = draw.normal(0, 10 ** draw.between(-3, 5))
  return draw.pick([
    () => String(value),
    () => String(Math.abs(value)),
    () => value.toFixed(draw.between(2, 14)),
    () => value.toExponential(draw.between(4, 15)),
    () => String(Math.fround(value)),
  ])()
}

/** One format for all rows of a column, as a program has it. */
function floatColumn(draw: Draw): () => string {
  const scale = 10 ** draw.between(-2, 5)
  const decimals = draw.between(2, 15)
  const mean = draw.normal(0, 3 * scale)
  const format = draw.pick([
    (value: number) => String(value),
    (value: number) => value.toFixed(decimals),
    (value: number) => value.toExponential(decimals),
    (value: number) => String(Math.fround(value)),
  ])
  return () => format(draw.normal(mean, scale))
}

/** Whole numbers of about the same length: counters, keys, amounts in cents, sizes in bytes. */
function integerColumn(draw: Draw): () => string {
  const length = draw.between(1, 19)
  const isCounter = draw.isOneIn(3)
  let last = BigInt(draw.digits(length))
  return () => {
    if (!isCounter) return draw.digits(draw.between(Math.max(1, length - 1), length))
    last += BigInt(draw.between(1, 5000))
    return String(last)
  }
}

const HEADS = [
  'x',
  'y',
  'mean',
  'std',
  'value',
  'count',
  'size',
  'total',
  'rate',
  'score',
  'p50',
  'p99',
  'bytes',
] as const

function table(draw: Draw, separator: string, column: (draw: Draw) => () => string): string {
  const columns = draw.times(draw.between(1, 8), () => column(draw))
  const head = columns.map((_, index) => `${draw.pick([...HEADS])}_${index}`).join(separator)
  return `${head}\n${lines(draw, ROWS, () => columns.map((cell) => cell()).join(separator))}`
}

const separatorOf = (draw: Draw) => draw.pick([',', ', ', ';', '\t', ' ', '  ', ' | '])

/** Thousands and decimals as countries write them. */
function grouped(draw: Draw, group: string, decimal: string): () => string {
  const length = draw.between(4, 13)
  const decimals = draw.between(0, 4)
  return () => {
    const whole = draw.digits(draw.between(Math.max(1, length - 3), length)).replace(/\B(?=(?:\d{3})+$)/g, group)
    return decimals === 0 ? whole : `${whole}${decimal}${draw.digits(decimals)}`
  }
}

function localTable(draw: Draw): string {
  const [group, decimal] = draw.pick<readonly [string, string]>([
    [' ', ','],
    ['\u00a0', ','],
    ['\u202f', ','],
    ['.', ','],
    [',', '.'],
    ["'", '.'],
    ['', ','],
  ])
  const separator = draw.pick([';', '\t', ' | ', '   '])
  const columns = draw.times(draw.between(1, 6), () => grouped(draw, group, decimal))
  const labels = ['Total', 'Nord', 'Sud', 'Ouest', 'Est', 'Ventes', 'Charges', 'Produits'] as const
  return lines(draw, ROWS, () => [draw.pick([...labels]), ...columns.map((cell) => cell())].join(separator))
}

function fixedWidth(draw: Draw): string {
  const columns = draw.times(draw.between(2, 7), () => (draw.isOneIn(2) ? floatColumn(draw) : integerColumn(draw)))
  return lines(draw, ROWS, () => columns.map((cell) => cell().padStart(20)).join(''))
}

/** Cells of two to four digits: draws of lots, percentages, bytes, yearly figures. Side by side they look like what people group. */
function shortCells(draw: Draw): string {
  const length = draw.between(2, 4)
  const isPadded = draw.isOneIn(2)
  const separator = draw.pick([' ', ' ', '  ', '-', '.', '/', ', ', ' | ', '\t', ';', ' - '])
  const label = draw.pick(['', '', 'row ', '2026-03-12 ', 'Paris\t', 'n°'])
  const cell = () => (isPadded ? String(draw.below(10 ** length)).padStart(length, '0') : draw.digits(length))
  // Four of them with dots between are an address, as nobody could tell.
  const perRow = separator === '.' ? draw.between(5, 14) : draw.between(3, 14)
  return lines(draw, ROWS, (row) => `${label === '' ? '' : label + row}${draw.times(perRow, cell).join(separator)}`)
}

/** Numbers with what they count: units, signs, tolerances, percentages, ranges, powers of ten. */
function measures(draw: Draw): string {
  const number = () => {
    const value = Math.abs(draw.normal(0, 10 ** draw.between(0, 9)))
    return draw.pick([value.toFixed(draw.between(0, 6)), String(value), value.toLocaleString('en-US')])
  }
  const unit = draw.pick([
    'kg',
    'mm',
    'm³',
    '°C',
    'kWh',
    '%',
    'ppm',
    'GB',
    'ms',
    'µg/L',
    'hPa',
    'J/mol',
    '€',
    'px',
    'rpm',
  ])
  return lines(
    draw,
    ROWS,
    draw.pick([
      () => `${draw.letters(6)}: ${number()} ${unit}`,
      () => `${draw.letters(6)} ${number()} ± ${number()} ${unit}`,
      () => `${draw.letters(6)} = ${number()}${unit} (${number()} to ${number()})`,
      () => `${draw.letters(6)}\t${draw.float().toFixed(9)}e${draw.between(10, 30)}\t${number()}`,
      () => `${draw.letters(6)} ${draw.float() * 10} × 10^${draw.between(2, 30)} ${unit}`,
      () => `${number()}–${number()} ${unit} [${number()}; ${number()}]`,
      () => `${draw.letters(5)} +${number()} -${number()} (${number()})`,
      () => `1 ${draw.letters(4)} = ${number()} ${unit}, ${draw.digits(9)}/${draw.digits(9)}`,
      () =>
        `constants::${draw.letters(5)}(${draw.digits(10)}, ${draw.digits(10)}u, 0x${draw.hex(8)}, ${draw.digits(16)}L)`,
    ]),
  )
}

/** Digits of constants and terms of sequences, in groups or in one piece. */
function sequences(draw: Draw): string {
  let [a, b] = [BigInt(draw.below(9) + 1), BigInt(draw.below(99) + 1)]
  const separator = draw.pick([', ', ' ', '\n'])
  return draw.pick([
    () => lines(draw, 60, () => draw.times(10, () => String(draw.below(100_000)).padStart(5, '0')).join(' ')),
    () => lines(draw, 60, () => draw.times(5, () => draw.digits(10)).join(' ')),
    () => `3.${draw.digits(6000)}`,
    () => lines(draw, 60, () => draw.digits(50)),
    () =>
      draw
        .times(150, () => {
          ;[a, b] = [b, (a + b) % 10n ** 20n]
          return String(a)
        })
        .join(separator),
    () => draw.times(250, (n) => String((n + 1) ** draw.between(2, 6))).join(separator),
    () => draw.times(250, () => `${draw.digits(3)}×${draw.digits(5)}=${draw.digits(8)}`).join(separator),
  ])()
}

const mixedColumn = (draw: Draw) => (draw.isOneIn(2) ? floatColumn(draw) : integerColumn(draw))

export const COLUMNS: readonly Source[] = [
  { name: 'columns of floats', make: (draw) => table(draw, separatorOf(draw), floatColumn) },
  { name: 'columns of integers', make: (draw) => table(draw, separatorOf(draw), integerColumn) },
  { name: 'mixed CSV', make: (draw) => table(draw, separatorOf(draw), mixedColumn) },
  { name: 'local numbers', make: localTable },
  { name: 'fixed width', make: fixedWidth },
  { name: 'short cells', make: shortCells },
  { name: 'measures with units', make: measures },
  { name: 'sequences of numbers', make: sequences },
]
