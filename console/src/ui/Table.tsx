import type { ReactNode } from 'react'
import { type MessageId, t } from '../i18n/language.ts'

/** What a column is called; `number`: of amounts, which stand at the end of their cells. */
export type Heading = MessageId | { readonly label: MessageId; readonly isNumber: true }

interface Props {
  readonly caption: MessageId
  readonly columns: readonly Heading[]
  /** In a narrow window each row becomes a card. */
  readonly isCards?: boolean
  readonly children: ReactNode
}

/** A table of what cannot be sorted: its rows are the children. */
export function Table({ caption, columns, isCards = false, children }: Props) {
  return (
    <div className="table-box">
      <table className={isCards ? 'table cards' : 'table'}>
        <caption className="visually-hidden">{t(caption)}</caption>
        <thead>
          <tr>
            {columns.map((column) =>
              typeof column === 'string' ? (
                <th key={column}>{t(column)}</th>
              ) : (
                <th key={column.label} className="number">
                  {t(column.label)}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
