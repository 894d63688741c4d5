import type { Draw } from '../draw.ts'
import { lines, type Source } from '../source.ts'
import { float } from './columns.ts'

function vectors(draw: Draw): string {
  const decimals = draw.between(0, 15)
  const n = () => draw.normal(300, 250).toFixed(decimals)
  return draw.pick([
    () =>
      `<path d="M${n()} ${n()}${draw.times(70, () => `${draw.pick(['c', 'l', 'C', 's'])}${draw.times(6, n).join(draw.pick([' ', ',', ', ']))}`).join('')}z"/>`,
    () => `<polygon points="${draw.times(150, () => `${n()},${n()}`).join(' ')}"/>`,
    () => lines(draw, 80, () => `${n()} ${n()} m ${n()} ${n()} l ${n()} ${n()} ${n()} ${n()} ${n()} ${n()} c S`),
    () =>
      lines(
        draw,
        80,
        () => `<circle cx="${n()}" cy="${n()}" r="${draw.float()}" transform="matrix(${draw.times(6, n).join(',')})"/>`,
      ),
    () =>
      lines(
        draw,
        80,
        () => `BT /F1 9 Tf 1 0 0 1 ${n()} ${n()} Tm [(${draw.letters(4)})${draw.below(400)}(${draw.letters(3)})]TJ ET`,
      ),
    () =>
      lines(
        draw,
        80,
        () =>
          `.k${draw.hex(4)}{transform:translate(${n()}px,${n()}px);margin:${draw.float()}em;z-index:${draw.digits(10)}}`,
      ),
  ])()
}

function solids(draw: Draw): string {
  const f = () => float(draw)
  return draw.pick([
    () =>
      lines(draw, 80, () => `v ${draw.normal().toFixed(6)} ${draw.normal().toFixed(6)} ${draw.normal().toFixed(6)}`),
    () =>
      lines(
        draw,
        80,
        () => `f ${draw.times(4, () => `${draw.digits(6)}/${draw.digits(6)}/${draw.digits(6)}`).join(' ')}`,
      ),
    () =>
      lines(draw, 20, () => {
        const corners = draw.times(3, () => `      vertex ${f()} ${f()} ${f()}`).join('\n')
        return `  facet normal ${f()} ${f()} ${f()}\n    outer loop\n${corners}\n    endloop\n  endfacet`
      }),
    () => lines(draw, 80, (row) => `#${row + 100}=CARTESIAN_POINT('',(${f()},${f()},${f()}));`),
    () => lines(draw, 80, () => ` 10\n${f()}\n 20\n${f()}\n 30\n0.0`),
    () =>
      lines(
        draw,
        80,
        (row) =>
          `GRID    ${String(row).padStart(8)}        ${draw.times(3, () => draw.normal().toFixed(5).padStart(8)).join('')}`,
      ),
  ])()
}

function toolPaths(draw: Draw): string {
  const n = (decimals: number) => draw.normal(90, 40).toFixed(decimals)
  const decimals = draw.between(2, 8)
  let extruded = 0
  return lines(
    draw,
    90,
    draw.pick([
      () => {
        extruded += draw.float()
        return `G1 X${n(decimals)} Y${n(decimals)} Z0.${draw.digits(2)} E${extruded.toFixed(5)} F${draw.between(600, 9000)}`
      },
      () => `X${draw.digits(7)}Y${draw.digits(7)}D0${draw.between(1, 3)}*`,
      () => `N${draw.digits(5)} G02 X${n(decimals)} Y${n(decimals)} I${n(decimals)} J${n(decimals)}`,
      () => `PU${draw.digits(5)},${draw.digits(5)};PD${draw.times(6, () => draw.digits(5)).join(',')};`,
    ]),
  )
}

function fonts(draw: Draw): string {
  const n = () => String(draw.between(-300, 2000))
  return draw.pick([
    () =>
      lines(
        draw,
        60,
        () =>
          `<TTGlyph name="uni${draw.hex(4).toUpperCase()}" xMin="${n()}" yMin="${n()}" xMax="${n()}" yMax="${n()}"/>\n  <pt x="${n()}" y="${n()}" on="1"/>`,
      ),
    () =>
      lines(
        draw,
        90,
        (row) => `C ${row} ; WX ${draw.digits(3)} ; N ${draw.letters(5)} ; B ${n()} ${n()} ${n()} ${n()} ;`,
      ),
    () => lines(draw, 90, () => `KPX ${draw.letters(1).toUpperCase()} ${draw.letters(1)} -${draw.digits(2)}`),
    () =>
      lines(
        draw,
        60,
        (row) =>
          `STARTCHAR U+${draw.hex(4).toUpperCase()}\nENCODING ${row}\nSWIDTH ${draw.digits(3)} 0\nBBX 8 16 0 -4\nBITMAP\n${draw.hex(4)}\n${draw.hex(4)}`,
      ),
    () => `P3\n64 64\n255\n${draw.times(900, () => String(draw.below(256))).join(' ')}\n`,
    () => lines(draw, 90, () => `{ ${draw.times(8, () => `${n()},${n()}`).join(', ')} }, /* ${draw.digits(5)} */`),
  ])()
}

export const DRAWINGS: readonly Source[] = [
  { name: 'SVG, PDF and CSS', make: vectors },
  { name: 'solids', make: solids },
  { name: 'paths of tools', make: toolPaths },
  { name: 'fonts and bitmaps', make: fonts },
]
