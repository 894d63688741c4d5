import { useId, useState } from 'react'
import { number, t } from '../i18n/language.ts'
import { ticksOf } from './ticks.ts'
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
  /** Numbers of prompts. */
  readonly columns: readonly Column[]
  readonly series: readonly Series[]
  readonly height?: number
  /** How wide it will most likely be, in pixels. */
  readonly expected?: number
}

const LEFT = 44
const TOP = 6
const BOTTOM = 18
/** What a label under a column needs, in pixels, with room beside it. */
const LABEL = 72
/** What of the place for a column it fills. */
const FILLED = 0.76
const OPEN_OPACITY = 0.65
const FILLS = { block: 'var(--series-block)', coach: 'coach', all: 'var(--series-all)', rest: 'var(--series-rest)' }

/** Columns over time, with the very numbers as a table. */
export function Columns({ title, columns, series, height = 140, expected = 720 }: Props) {
  const pattern = useId()
  const { element, width } = useWidth(expected)
  const ticks = ticksOf(Math.max(0, ...columns.map(({ parts }) => parts.reduce((sum, part) => sum + part, 0))))
  const inner = height - BOTTOM - TOP
  const scale = inner / (ticks.at(-1) ?? 1)
  // What is not shown has no width, and a rectangle none below zero.
  const step = Math.max(0, width - LEFT) / Math.max(1, columns.length)
  const every = Math.max(1, Math.ceil((columns.length * LABEL) / Math.max(LABEL, width - LEFT)))
  const fillOf = (fill: Series['fill']) => (fill === 'coach' ? `url(#${pattern})` : FILLS[fill])
  // One shape for all columns of a series: a chart has few nodes, however many columns.
  const shapeOf = (place: number, isOpen: boolean) =>
    columns
      .map((column, index) =>
        isRunning(column) === isOpen ? shapeOfPart(column.parts, place, index, step, inner, scale) : '',
      )
      .join('')
  const hasOpen = columns.some(isRunning)
  return (
    <figure className="stack-small chart" ref={element}>
      <figcaption className="row">
        <h3 className="grow">{title}</h3>
        <Legend series={series} />
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={title}>
        {series.some(({ fill }) => fill === 'coach') && (
          <defs>
            <pattern id={pattern} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="5" height="5" fill="var(--series-coach)" opacity="0.4" />
              <rect width="3" height="5" fill="var(--series-coach)" />
            </pattern>
          </defs>
        )}
        {ticks.map((tick) => (
          <line
            key={tick}
            className="axis"
            x1={LEFT}
            x2={width}
            y1={TOP + inner - tick * scale}
            y2={TOP + inner - tick * scale}
          />
        ))}
        {ticks.map((tick) => (
          <text key={tick} x={LEFT - 6} y={TOP + 4 + inner - tick * scale} textAnchor="end">
            {number(tick, COMPACT)}
          </text>
        ))}
        {series.map(({ label, fill }, place) => (
          <path key={label} d={shapeOf(place, false)} fill={fillOf(fill)} />
        ))}
        {hasOpen &&
          series.map(({ label, fill }, place) => (
            <path key={label} d={shapeOf(place, true)} fill={fillOf(fill)} opacity={OPEN_OPACITY} />
          ))}
        {columns.map(({ label, parts }, index) => (
          <rect key={label} x={LEFT + index * step} y={TOP} width={step} height={inner} fill="transparent">
            <title>{`${label}: ${series.map((one, place) => `${one.label} ${number(parts[place] ?? 0)}`).join(', ')}`}</title>
          </rect>
        ))}
        {columns.map(
          ({ label }, index) =>
            index % every === 0 && (
              <text key={label} x={LEFT + index * step + step / 2} y={height - 4} textAnchor="middle">
                {label}
              </text>
            ),
        )}
      </svg>
      <Numbers columns={columns} series={series} />
    </figure>
  )
}

const COMPACT = { notation: 'compact' } as const

function isRunning({ isOpen }: Column): boolean {
  return isOpen === true
}

/** A rectangle as a path; nothing where there is nothing. */
function shapeOfPart(
  parts: readonly number[],
  place: number,
  index: number,
  step: number,
  inner: number,
  scale: number,
): string {
  const size = (parts[place] ?? 0) * scale
  if (size === 0) return ''
  const below = parts.slice(0, place).reduce((sum, part) => sum + part, 0) * scale
  const x = LEFT + index * step + (step * (1 - FILLED)) / 2
  const y = TOP + inner - below - size - (place > 0 ? 1 : 0)
  const width = step * FILLED
  return `M${round(x)} ${round(y)}h${round(width)}v${round(Math.max(1, size))}h${round(-width)}z`
}

function round(length: number): number {
  return Math.round(length * 100) / 100
}

/** Made once somebody wants to see it. */
function Numbers({ columns, series }: Pick<Props, 'columns' | 'series'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="small" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('chart.table')}</summary>
      {isOpen && (
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
      )}
    </details>
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
