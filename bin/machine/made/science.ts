import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { float } from './columns.ts'

function embedding(draw: Draw): string {
  const print = draw.pick([String, (value: number) => value.toFixed(9), (value: number) => String(Math.fround(value))])
  const vector = () => draw.times(150, () => print(draw.normal(0, 0.05)))
  const join = draw.pick([',', ', ', ',\n      ', ' '])
  return draw.pick([
    () =>
      `{"object":"list","data":[${draw.times(2, (index) => `{"object":"embedding","index":${index},"embedding":[${vector().join(join)}]}`).join(',')}],"model":"text-embedding-3-small"}`,
    () => vector().join(join),
    () => `INSERT INTO items (embedding) VALUES ('[${vector().join(',')}]');`,
    () => lines(draw, 4, () => `${draw.letters(6)} ${vector().join(' ')}`),
  ])()
}

/** What numpy, pandas and training loops print. */
function printed(draw: Draw): string {
  const scale = 10 ** draw.between(-3, 5)
  const value = () => draw.normal(0, scale)
  const row = (count: number, print: (value: number) => string) => draw.times(count, () => print(value()))
  return draw.pick([
    () => `array([${lines(draw, 60, () => `       [${row(4, (v) => v.toFixed(8).padStart(14)).join(', ')}],`)}])`,
    () => `[${lines(draw, 60, () => ` [${row(4, (v) => v.toExponential(8).padStart(15)).join(' ')}]`)}]`,
    () =>
      `              mean       std        min        max\n${lines(draw, 60, (index) => `${String(index).padEnd(6)}${row(4, (v) => v.toFixed(6).padStart(16)).join('')}`)}`,
    () =>
      `tensor([[${lines(draw, 60, () => `         ${row(6, (v) => v.toFixed(4)).join(', ')},`)}]], grad_fn=<AddmmBackward0>)`,
    () =>
      `The mean is ${draw.normal(36, 5)}\nThe median is ${draw.normal(36, 5)}\n${lines(draw, 60, () => `loss: ${draw.float()} - accuracy: ${draw.float()} - val_loss: ${draw.float()}`)}`,
    () => lines(draw, 60, () => `(${row(3, String).join(', ')})`),
    () => `{${draw.times(60, (index) => `'w${index}': ${value()}`).join(', ')}}`,
    () =>
      lines(
        draw,
        60,
        (index) => `step=${index} lr=${draw.float() / 1e4} grad_norm=${value()} tokens=${draw.digits(9)}`,
      ),
    () =>
      lines(
        draw,
        60,
        (index) => `${index}   ${draw.digits(12)}   ${value()}   NaN   2026-03-12 10:00:00.${draw.digits(9)}`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `coef    ${row(5, (v) => v.toFixed(4).padStart(10)).join('')}   [${row(2, (v) => v.toFixed(3)).join('     ')}]`,
      ),
  ])()
}

function notebook(draw: Draw): string {
  const cells = draw.times(4, (index) => ({
    cell_type: 'code',
    execution_count: index + 1,
    id: draw.hex(8),
    metadata: {},
    outputs: [
      {
        data: {
          'text/plain': printed(draw)
            .slice(0, 1200)
            .split(/(?<=\n)/),
          'image/png': draw.base64(400),
        },
        execution_count: index + 1,
        metadata: {},
        output_type: 'execute_result',
      },
    ],
    source: ['df.describe()'],
  }))
  return JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 5 }, null, 1)
}

/** What biologists and chemists exchange. */
function molecules(draw: Draw): string {
  const bases = (count: number) => draw.times(count, () => draw.pick(['A', 'C', 'G', 'T'])).join('')
  const quality = (count: number) => draw.times(count, () => String.fromCharCode(draw.between(33, 73))).join('')
  const xyz = (decimals: number, width: number) =>
    draw.times(3, () => draw.normal(0, 30).toFixed(decimals).padStart(width)).join('')
  return draw.pick([
    () =>
      lines(
        draw,
        25,
        () => `@SEQ_${draw.digits(6)}:${draw.digits(4)}:${draw.digits(5)}\n${bases(80)}\n+\n${quality(80)}`,
      ),
    () =>
      lines(
        draw,
        40,
        () =>
          `r${draw.digits(7)}\t99\tchr${draw.between(1, 22)}\t${draw.digits(9)}\t60\t76M\t=\t${draw.digits(9)}\t${draw.digits(3)}\t${bases(40)}\t${quality(40)}`,
      ),
    () =>
      lines(
        draw,
        60,
        () =>
          `chr${draw.between(1, 22)}\t${draw.digits(9)}\trs${draw.digits(9)}\t${bases(1)}\t${bases(1)}\t${draw.normal(90, 9).toFixed(4)}\tPASS\tAC=${draw.digits(3)};AF=${draw.float()};AN=${draw.digits(6)}`,
      ),
    () =>
      lines(
        draw,
        80,
        (row) =>
          `ATOM  ${String(row).padStart(5)}  CA  ALA A${String(row).padStart(4)}    ${xyz(3, 8)}  1.00${draw.normal(20, 9).toFixed(2).padStart(6)}           C`,
      ),
    () => lines(draw, 80, () => `${xyz(4, 10)} C   0  0  0  0  0`),
    () =>
      lines(
        draw,
        80,
        () =>
          `C${draw.digits(2)}H${draw.digits(2)}O${draw.digits(1)}\t${draw.digits(6)}-${draw.digits(2)}-${draw.digits(1)}\t${draw.normal(300, 90)}\tCID${draw.digits(9)}`,
      ),
  ])()
}

/** What simulations and instruments write, numbers without blanks between them included. */
function simulations(draw: Draw): string {
  const f = () => float(draw)
  return draw.pick([
    () =>
      lines(
        draw,
        60,
        () =>
          `${draw.times(6, () => `${draw.normal().toFixed(6)}${draw.pick(['+', '-'])}${draw.between(1, 9)}`.padStart(11)).join('')}${draw.digits(4)} 3  1${draw.digits(5)}`,
      ),
    () => lines(draw, 60, () => draw.times(4, () => draw.normal(0, 0.5).toFixed(12).padStart(17)).join('')),
    () =>
      lines(
        draw,
        60,
        () =>
          `${draw.times(3, () => (draw.normal() / 100).toExponential(8).toUpperCase().padStart(16)).join('')}   T T T`,
      ),
    () =>
      lines(draw, 60, () => `${draw.digits(6)} 1 ${f()} ${f()} ${f()} ${draw.between(-2, 2)} ${draw.between(-2, 2)}`),
    () =>
      lines(
        draw,
        60,
        () =>
          ` ${draw.digits(2)} -1 ${draw.between(1, 9)} ${draw.between(1, 9)} ${draw.digits(3)} ${draw.times(5, () => draw.normal(0, 900).toExponential(10)).join(' ')}`,
      ),
    () =>
      lines(
        draw,
        60,
        () => `SCF Done:  E(RB3LYP) =  -${draw.digits(4)}.${draw.digits(9)}     A.U. after   ${draw.digits(2)} cycles`,
      ),
    () =>
      lines(
        draw,
        60,
        () => `${draw.letters(6).toUpperCase().padEnd(8)}= ${String(draw.normal(5e4, 1e4)).padStart(20)} / value`,
      ),
    () =>
      `(${draw.times(60, () => `(t${draw.digits(4)}:${draw.float()},t${draw.digits(4)}:${draw.float()}):${draw.float()}`).join(',')});`,
  ])()
}

/** Of weather, markets and energy. */
function timeSeries(draw: Draw): string {
  const day = () => `2026${draw.between(10, 12)}${draw.between(10, 28)}`
  const price = () => draw.normal(150, 30)
  return lines(
    draw,
    70,
    draw.pick([
      () => `${day()},${price()},${price()},${price()},${price()},${draw.digits(9)}`,
      () => `${day()},${price().toFixed(6)},${price().toFixed(6)},${price().toFixed(6)},${draw.digits(8)}`,
      () =>
        `07${draw.digits(3)};${day()}000000;${draw.digits(6)};${draw.between(-9, 9)};${draw.normal(285, 9).toFixed(6)};${draw.digits(2)};${draw.digits(5)}`,
      () =>
        `LFPG ${draw.digits(6)}Z ${draw.digits(5)}KT 9999 FEW0${draw.digits(2)} ${draw.digits(2)}/${draw.digits(2)} Q${draw.digits(4)} NOSIG`,
      () => `0${draw.digits(4)} ${draw.times(8, () => draw.digits(5)).join(' ')}=`,
      () =>
        `2026-03-12T${draw.between(10, 23)}:00:00+01:00;${draw.digits(5)};${draw.normal(500, 90).toFixed(1).replace('.', ',')}`,
      () => `1-0:1.8.0(${draw.digits(6)}.${draw.digits(3)}*kWh) 1-0:99.1.0(${draw.digits(12)}W)(00)`,
      () =>
        `${draw.digits(10)} ${price().toFixed(4)} ${draw.digits(3)}.${draw.digits(8)} ${draw.pick(['buy', 'sell'])}`,
    ]),
  )
}

export const SCIENCE: readonly Source[] = [
  { name: 'embeddings', make: embedding },
  { name: 'numpy and pandas', make: printed },
  { name: 'notebooks', make: notebook },
  { name: 'molecules and genes', make: molecules },
  { name: 'simulations', make: simulations },
  { name: 'time series', make: timeSeries },
]
