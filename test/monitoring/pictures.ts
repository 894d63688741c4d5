import type { Dashboard, Panel } from './queries.ts'

/** One line of a panel: seconds since 1970, and the value. */
export interface Series {
  readonly name: string
  readonly points: ReadonlyArray<readonly [number, number]>
}

const COLUMN = 50
const ROW = 30
const HEAD = 56
const COLOURS = ['#1f6feb', '#d1570b', '#2d8a4e', '#8250df', '#bf3989', '#9a6700', '#0e7a86', '#57606a']
const LEGEND_MAX = 6

/**
 * A dashboard as a picture (SVG), in the places that its panels have in Grafana.
 * @param seriesOf what Prometheus answered to the queries of each panel
 */
export function draw(dashboard: Dashboard, seriesOf: (panel: Panel) => readonly Series[]): string {
  const bottom = Math.max(...dashboard.panels.map(({ gridPos }) => gridPos.y + gridPos.h))
  const [width, height] = [24 * COLUMN, HEAD + bottom * ROW + 8]
  const panels = dashboard.panels.map((panel) => panelOf(panel, seriesOf(panel)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="${escaped(dashboard.title)}">
<rect width="${width}" height="${height}" fill="#f4f5f6"/>
<text x="12" y="24" font-size="17" font-weight="600" fill="#1f2328">${escaped(dashboard.title)}</text>
<text x="12" y="43" fill="#57606a">${escaped(dashboard.description)}</text>
${panels.join('')}</svg>
`
}

function panelOf(panel: Panel, series: readonly Series[]): string {
  const { x, y, w, h } = panel.gridPos
  const [width, height] = [w * COLUMN - 8, h * ROW - 8]
  const drawn = { stat: stat, bargauge: bars }[panel.type] ?? lines
  return `<g transform="translate(${x * COLUMN + 4} ${HEAD + y * ROW + 4})">
<rect width="${width}" height="${height}" rx="4" fill="#fff" stroke="#d0d7de"/>
<text x="10" y="19" font-weight="600" fill="#1f2328">${escaped(panel.title)}</text>
${drawn(series, panel.fieldConfig.defaults.unit, width, height)}</g>
`
}

const lastOf = ({ points }: Series): number => points.at(-1)?.[1] ?? 0

function stat(series: readonly Series[], unit: string, width: number, height: number): string {
  const value = series[0] === undefined ? 'No data' : shown(lastOf(series[0]), unit)
  return `<text x="${width / 2}" y="${height / 2 + 20}" font-size="26" text-anchor="middle" fill="#1f6feb">${value}</text>\n`
}

function bars(series: readonly Series[], unit: string, width: number, height: number): string {
  const sorted = series.toSorted((one, other) => lastOf(other) - lastOf(one)).slice(0, Math.floor((height - 34) / 22))
  const most = Math.max(...sorted.map(lastOf), 1)
  const room = width - 220
  const rows = sorted.map((one, index) => {
    const y = 36 + index * 22
    const length = fixed((room * lastOf(one)) / most)
    return `<text x="10" y="${y + 12}" fill="#57606a">${escaped(one.name)}</text><rect x="140" y="${y}" width="${length}" height="16" fill="${COLOURS[0]}"/><text x="${150 + room}" y="${y + 12}" fill="#1f2328">${shown(lastOf(one), unit)}</text>`
  })
  return `${rows.join('\n')}\n`
}

function lines(series: readonly Series[], unit: string, width: number, height: number): string {
  const all = series.flatMap(({ points }) => points)
  if (all.length === 0)
    return `<text x="${width / 2}" y="${height / 2}" text-anchor="middle" fill="#57606a">No data</text>\n`
  const [left, top, right, bottom] = [62, 32, width - 10, height - 30]
  const times = all.map(([time]) => time)
  const [from, to] = [Math.min(...times), Math.max(...times)]
  const most = Math.max(...all.map(([, value]) => value)) || 1
  const least = Math.min(0, ...all.map(([, value]) => value))
  const place = ([time, value]: readonly [number, number]) => {
    const x = left + ((time - from) / (to - from || 1)) * (right - left)
    return `${fixed(x)},${fixed(bottom - ((value - least) / (most - least || 1)) * (bottom - top))}`
  }
  const axis = [least, (least + most) / 2, most].map((value) => {
    const y = place([from, value]).split(',')[1]
    return `<path d="M${left} ${y}H${right}" stroke="#eaeef2"/><text x="${left - 6}" y="${Number(y) + 4}" text-anchor="end" font-size="11" fill="#57606a">${shown(value, unit)}</text>`
  })
  const curves = series.map(({ points }, index) => {
    const colour = COLOURS[index % COLOURS.length]
    return `<polyline points="${points.map(place).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`
  })
  return `${[...axis, ...curves].join('\n')}\n${legend(series, width, height)}\n`
}

function legend(series: readonly Series[], width: number, height: number): string {
  const named = series
    .slice(0, LEGEND_MAX)
    .map(({ name }, index) => `<tspan fill="${COLOURS[index % COLOURS.length]}">● </tspan>${escaped(name)}`)
  const more = series.length > LEGEND_MAX ? `  and ${series.length - LEGEND_MAX} more` : ''
  // A narrow panel has room for fewer names than there are.
  const fitting = named.slice(0, Math.max(1, Math.floor(width / 110)))
  return `<text x="10" y="${height - 9}" font-size="11" fill="#57606a">${fitting.join('  ')}${more}</text>`
}

/** A value in a unit of Grafana, short. */
export function shown(value: number, unit: string): string {
  const scaled = (of: number, units: readonly string[], step: number) => {
    let [rest, index] = [of, 0]
    for (; Math.abs(rest) >= step && index < units.length - 1; index += 1) rest /= step
    return `${digits(rest)} ${units[index]}`.trim()
  }
  switch (unit) {
    case 's':
      return Math.abs(value) < 1 ? `${digits(value * 1000)} ms` : `${digits(value)} s`
    case 'bytes':
    case 'Bps':
      return `${scaled(value, ['B', 'KiB', 'MiB', 'GiB'], 1024)}${unit === 'Bps' ? '/s' : ''}`
    case 'percentunit':
      return `${digits(value * 100)} %`
    case 'reqps':
      return `${digits(value)} req/s`
    case 'cps':
    case 'ops':
      return `${digits(value)} /s`
    default:
      return scaled(value, ['', 'K', 'M'], 1000)
  }
}

const digits = (value: number): string => String(Number(value.toPrecision(3)))
const fixed = (value: number): string => String(Number(value.toFixed(1)))

/** A legend of Grafana, such as `{{action}}`, for these labels. */
export function nameOf(format: string, labels: Readonly<Record<string, string>>): string {
  const name = format.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_all, label: string) => labels[label] ?? '')
  return name.trim() || Object.values(labels).join(' ') || 'none'
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
