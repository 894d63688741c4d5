import { float } from './columns.ts'
import type { Draw } from './draw.ts'
import { lines, type Source } from './source.ts'

function embedding(draw: Draw): string {
  const vector = () => draw.times(draw.pick([128, 384, 768]), () => draw.normal(0, 0.05))
  const print = draw.pick([
    (value: number) => String(value),
    (value: number) => value.toFixed(9),
    (value: number) => String(Math.fround(value)),
  ])
  const data = draw.times(
    2,
    (index) =>
      `{"object":"embedding","index":${index},"embedding":[${vector()
        .map(print)
        .join(draw.pick([',', ', ', ',\n      ']))}]}`,
  )
  return `{"object":"list","data":[${data.join(',')}],"model":"text-embedding-3-small","usage":{"prompt_tokens":8,"total_tokens":8}}`
}

/** What numpy and pandas print. */
function printed(draw: Draw): string {
  const scale = 10 ** draw.between(-3, 5)
  const value = () => draw.normal(0, scale)
  return draw.pick([
    () =>
      `array([${lines(draw, 60, () => `       [${draw.times(4, () => value().toFixed(8).padStart(14)).join(', ')}],`)}])`,
    () => `[${lines(draw, 60, () => ` [${draw.times(4, () => value().toExponential(8).padStart(15)).join(' ')}]`)}]`,
    () =>
      `              mean       std        min        max\n${lines(draw, 60, (row) => `${String(row).padEnd(6)}${draw.times(4, () => value().toFixed(6).padStart(16)).join('')}`)}`,
    () =>
      `tensor([[${lines(draw, 60, () => `         ${draw.times(6, () => value().toFixed(4)).join(', ')},`)}]], grad_fn=<AddmmBackward0>)`,
    () =>
      `The mean is ${draw.normal(36, 5)}\nThe median is ${draw.normal(36, 5)}\n${lines(draw, 60, () => `loss: ${draw.float()} - accuracy: ${draw.float()} - val_loss: ${draw.float()}`)}`,
    () => lines(draw, 60, () => `(${value()}, ${value()}, ${value()})`),
    () => `{${draw.times(60, (row) => `'w${row}': ${value()}`).join(', ')}}`,
  ])()
}

function notebook(draw: Draw): string {
  const cells = draw.times(6, (index) => ({
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
          'image/png': draw.base64(800),
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

function coordinates(draw: Draw): string {
  const decimals = draw.between(4, 15)
  const [longitude, latitude] = [draw.between(-180, 180), draw.between(-80, 80)]
  const pair = () => {
    const point = [longitude + draw.normal(0, 0.5), latitude + draw.normal(0, 0.5)]
    return draw.pick([point.map((value) => value.toFixed(decimals)), point.map(String)])
  }
  return draw.pick([
    () =>
      `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[${draw.times(150, () => `[${pair().join(draw.pick([',', ', ']))}]`).join(',')}]]}}]}`,
    () =>
      `{\n "type": "LineString",\n "coordinates": [\n${draw.times(150, () => `  [\n   ${pair().join(',\n   ')}\n  ]`).join(',\n')}\n ]\n}`,
    () =>
      `{"type":"Topology","arcs":[${draw.times(40, () => `[${draw.times(9, () => `[${draw.between(-99_999, 99_999)},${draw.between(-9999, 9999)}]`).join(',')}]`).join(',')}]}`,
    () => `POLYGON((${draw.times(150, () => pair().join(' ')).join(', ')}))`,
    () =>
      lines(
        draw,
        150,
        () => `<trkpt lat="${pair()[1]}" lon="${pair()[0]}"><ele>${draw.normal(300, 50).toFixed(2)}</ele></trkpt>`,
      ),
    () => `<coordinates>${draw.times(150, () => `${pair().join(',')},0`).join(' ')}</coordinates>`,
    () =>
      lines(
        draw,
        150,
        () => `${draw.normal(652_469, 9000).toFixed(decimals)} ${draw.normal(6_862_035, 9000).toFixed(decimals)}`,
      ),
    () => lines(draw, 150, (row) => `${row},${pair().toReversed().join(',')}`),
  ])()
}

/** Drawings and what machine tools read. */
function drawing(draw: Draw): string {
  const n = (deviation = 100, decimals = draw.between(1, 6)) => draw.normal(0, deviation).toFixed(decimals)
  return draw.pick([
    () =>
      `<path d="M${n()} ${n()}${draw.times(150, () => `${draw.pick(['c', 'l', 'C', 's'])}${draw.times(6, () => n()).join(draw.pick([' ', ',', '']))}`).join('')}z"/>`,
    () => lines(draw, 150, () => `G1 X${n()} Y${n()} Z${n()} E${draw.float() * 1000} F${draw.between(600, 9000)}`),
    () => lines(draw, 150, () => `v ${n(1, 6)} ${n(1, 6)} ${n(1, 6)}`),
    () =>
      lines(
        draw,
        40,
        () =>
          `  facet normal ${float(draw)} ${float(draw)} ${float(draw)}\n    outer loop\n${lines(draw, 3, () => `      vertex ${float(draw)} ${float(draw)} ${float(draw)}`)}    endloop\n  endfacet`,
      ),
    () =>
      lines(
        draw,
        120,
        (row) =>
          `ATOM  ${String(row).padStart(5)}  CA  ALA A${String(row).padStart(4)}    ${draw.times(3, () => n(20, 3).padStart(8)).join('')}  1.00${n(20, 2).padStart(6)}           C`,
      ),
    () =>
      lines(
        draw,
        30,
        () =>
          `@SEQ_${draw.digits(6)}\n${draw.times(80, () => draw.pick(['A', 'C', 'G', 'T'])).join('')}\n+\n${draw.times(80, () => String.fromCharCode(draw.between(33, 73))).join('')}`,
      ),
    () =>
      `<map>${lines(draw, 80, () => `<TTGlyph name="uni${draw.hex(4).toUpperCase()}" xMin="${draw.between(-200, 90)}" yMin="${draw.between(-200, 90)}" xMax="${draw.between(100, 2000)}" yMax="${draw.between(100, 2000)}"/><pt x="${draw.between(-200, 2000)}" y="${draw.between(-200, 2000)}" on="1"/>`)}</map>`,
  ])()
}

export const SCIENCE: readonly Source[] = [
  { name: 'embeddings', make: embedding },
  { name: 'numpy and pandas', make: printed },
  { name: 'notebooks', make: notebook },
  { name: 'coordinates', make: coordinates },
  { name: 'drawings and sequences', make: drawing },
]
