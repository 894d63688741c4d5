import { t } from '../i18n/language.ts'
import type { ListedSession } from '../wire/types.ts'
import { Ago, Time } from './Time.tsx'
import { Untrusted } from './Untrusted.tsx'

const SHOWN = 80

interface Props {
  readonly sessions: readonly ListedSession[]
  readonly onEnd: (session: ListedSession) => void
}

/** What a client says of itself is not to be believed, and is shown as it came. */
export function SessionTable({ sessions, onEnd }: Props) {
  return (
    <div className="table-box">
      <table className="table">
        <caption className="visually-hidden">{t('sessions.of')}</caption>
        <thead>
          <tr>
            <th>{t('sessions.device')}</th>
            <th>{t('sessions.address')}</th>
            <th>{t('sessions.used')}</th>
            <th>{t('sessions.since')}</th>
            <th>{t('services.actions')}</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((one) => (
            <tr key={one.id}>
              <td>
                {one.user_agent === '' ? (
                  <span className="muted">{t('sessions.unnamed')}</span>
                ) : (
                  <Untrusted text={one.user_agent} max={SHOWN} />
                )}
                {one.current && <strong> · {t('sessions.this')}</strong>}
              </td>
              <td>
                <code>{one.address}</code>
              </td>
              <td>
                <Ago iso={one.last_used_at} />
              </td>
              <td>
                <Time iso={one.created_at} /> <span className="muted">({t(`sessions.method.${one.method}`)})</span>
              </td>
              <td>
                <button type="button" className="button danger" onClick={() => onEnd(one)}>
                  {t('sessions.end')}
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
