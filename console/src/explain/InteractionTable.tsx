import { telemetryIn } from '../../../core/telemetry-in.ts'
import { t } from '../i18n/language.ts'
import { typeLabel, useServiceNames } from '../text/names.ts'
import { ActionBadge, NotDeliveredBadge, Risk } from '../ui/Badges.tsx'
import { Link } from '../ui/Link.tsx'
import { Time } from '../ui/Time.tsx'
import { Untrusted } from '../ui/Untrusted.tsx'
import type { InteractionItem } from '../wire/types.ts'
import { typesIn } from './found.ts'
import { notDelivered, textOf, whoOf } from './metadata.ts'

const TYPES_SHOWN = 3

interface Props {
  readonly items: readonly InteractionItem[]
  readonly sort?: string
  readonly onSort?: (sort: string) => void
}

export function InteractionTable({ items, sort, onSort }: Props) {
  const nameOf = useServiceNames()
  const head = (field: string, label: string) => {
    const isSorted = sort === field || sort === `-${field}`
    const isDown = sort === `-${field}`
    return (
      <th
        aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : 'none'}
        className={field === 'risk_score' ? 'number' : ''}
      >
        {onSort === undefined ? (
          label
        ) : (
          <button type="button" onClick={() => onSort(isDown ? field : `-${field}`)}>
            {label} <span aria-hidden="true">{isSorted ? (isDown ? '↓' : '↑') : ''}</span>
          </button>
        )}
      </th>
    )
  }
  return (
    <div className="table-box">
      <table className="table cards">
        <caption className="visually-hidden">{t('interactions.title')}</caption>
        <thead>
          <tr>
            {head('timestamp', t('column.time'))}
            <th>{t('column.action')}</th>
            {head('platform_id', t('column.service'))}
            <th>{t('column.types')}</th>
            {head('risk_score', t('column.risk'))}
            <th>{t('column.who')}</th>
            <th>{t('column.model')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} className="link">
              <td>
                <Link to="/interactions/$id" params={{ id: item.id }}>
                  <Time iso={item.timestamp} />
                </Link>
              </td>
              <td>
                {notDelivered(item) === undefined ? (
                  <ActionBadge action={item.enforced_action} />
                ) : (
                  <NotDeliveredBadge />
                )}
              </td>
              <td>
                <Untrusted text={nameOf(item.platform_id)} max={60} />
              </td>
              <td>
                <TypeTags item={item} />
              </td>
              <td className="number">
                <Risk score={item.risk_score} />
              </td>
              <td>
                <Untrusted text={whoOf(item)} max={40} />
              </td>
              <td className="muted">
                <Untrusted text={textOf(item.content_metadata.model)} max={40} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TypeTags({ item }: { readonly item: InteractionItem }) {
  const types = typesIn(item)
  return (
    <span className="row">
      {telemetryIn(item.content_metadata) !== undefined && <span className="muted">{t('telemetry.one')}</span>}
      {types.slice(0, TYPES_SHOWN).map((type) => (
        <span key={type} className="tag">
          {typeLabel(type)}
        </span>
      ))}
      {types.length > TYPES_SHOWN && <span className="muted">+{types.length - TYPES_SHOWN}</span>}
    </span>
  )
}
