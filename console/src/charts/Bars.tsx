import type { ReactNode } from 'react'
import { number, t } from '../i18n/language.ts'

export interface Bar {
  readonly key: string
  readonly label: ReactNode
  readonly total: number
  /** Of these. Not there where it is not known, as of prompts that a rule would match. */
  readonly parts?: { readonly blocked: number; readonly coached: number }
}

const NONE = { blocked: 0, coached: 0 }

/** Amounts one below the other; inside each what was blocked and coached. */
export function Bars({ bars }: { readonly bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ total }) => total))
  return (
    <ul className="bars">
      {bars.map(({ key, label, total, parts }) => {
        const { blocked, coached } = parts ?? NONE
        const rest = Math.max(0, total - blocked - coached)
        const width = (part: number) => ({ width: `${(part / most) * 100}%` })
        return (
          <li key={key}>
            <span>{label}</span>
            <span className="bar" aria-hidden="true">
              {blocked > 0 && <span className="fill-block" style={width(blocked)} />}
              {coached > 0 && <span className="fill-coach" style={width(coached)} />}
              {rest > 0 && <span className="fill-rest" style={width(rest)} />}
            </span>
            <span className="amount">
              {number(total)}
              {parts !== undefined && (
                <span className="visually-hidden">{t('chart.of-which', { blocked, coached })}</span>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
