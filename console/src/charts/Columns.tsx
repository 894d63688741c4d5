import { useId } from 'react'
import { number, t } from '../i18n/language.ts'
import { useWidth } from './use-width.ts'

export interface Column {
  readonly label: string
  /** Bottom first. */
  readonly parts: readonly number[]
  /** It is still running. */
  readonly isOpen?: boolean
}

export interface Series {
  readonly label: string
  readonly fill: 'block' | 'coach' | 'all' | 'rest'
}

interface Props {
  readonly title: string
  readonly columns: readonly Column[]
  readonly series: readonly Series[]
  readonly height?: number
}

const LEFT = 44
const BOTTOM = 18
/** What a label under a column needs, in pixels, with room beside it. */
const LABEL = 72
const FILLS = { block: 'var(--series-block)', coach: 'coach', all: 'var(--series-all)', rest: 'var(--series-rest)' }

/** Columns over time, with the very numbers as a table. */
export function Columns({ title, columns, series, height = 140 }: Props) {
  const pattern = useId()
  const { element, width } = useWidth(720)
  const totals = columns.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))
  const top = niceTop(Math.max(1, ...totals))
  const inner = height - BOTTOM - 6
  const step = (width - LEFT) / Math.max(1, columns.length)
  const every = Math.max(1, Math.ceil((columns.length * LABEL) / Math.max(LABEL, width - LEFT)))
  const fillOf = (fill: Series['fill']) => (fill === 'coach' ? `url(#${pattern})` : FILLS[fill])
  return (
    <figure className="stack-small chart" ref={element}>
      <figcaption className="row">
        <h3 className="grow">{title}</h3>
        <Legend series={series} />
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={title}>
        <defs>
          <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect width="5" height="5" fill="var(--series-coach)" opacity="0.4" />
            <rect width="3" height="5" fill="var(--series-coach)" />
          </pattern>
        </defs>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line className="axis" x1={LEFT} x2={width} y1={6 + inner * (1 - share)} y2={6 + inner * (1 - share)} />
            <text x={LEFT - 6} y={10 + inner * (1 - share)} textAnchor="end">
              {number(top * share, { notation: 'compact' })}
            </text>
          </g>
        ))}
        {columns.map((column, index) => {
          let below = 0
          return (
            <g key={column.label} opacity={column.isOpen === true ? 0.65 : 1}>
              <title>{`${column.label}: ${series.map((one, place) => `${one.label} ${number(column.parts[place] ?? 0)}`).join(', ')}`}</title>
              <rect x={LEFT + index * step} y={6} width={step} height={inner} fill="transparent" />
              {column.parts.map((part, place) => {
                const size = (part / top) * inner
                below += size
                const one = series[place]
                return one === undefined || size === 0 ? null : (
                  <rect
                    key={one.label}
                    x={LEFT + index * step + step * 0.12}
                    y={6 + inner - below + (place > 0 ? -1 : 0)}
                    width={step * 0.76}
                    height={Math.max(1, size)}
                    fill={fillOf(one.fill)}
                  />
                )
              })}
              {index % every === 0 && (
                <text x={LEFT + index * step + step / 2} y={height - 4} textAnchor="middle">
                  {column.label}
                </text>
              )}
            </g>
          )
        })}
      </svg>
      <details className="small">
        <summary>{t('chart.table')}</summary>
        <div className="table-box">
          <table className="table">
            <thead>
              <tr>
                <th>{t('chart.time')}</th>
                {series.map(({ label }) => (
                  <th key={label} className="number">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {columns.map(({ label, parts }) => (
                <tr key={label}>
                  <td>{label}</td>
                  {series.map((one, place) => (
                    <td key={one.label} className="number">
                      {number(parts[place] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  )
}

function Legend({ series }: { readonly series: readonly Series[] }) {
  if (series.length < 2) return null
  return (
    <span className="legend">
      {series.map(({ label, fill }) => (
        <span key={label}>
          <i className={`fill-${fill}`} />
          {label}
        </span>
      ))}
    </span>
  )
}

/** 1, 2 or 5 times a power of ten. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? value
}
