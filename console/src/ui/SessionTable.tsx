import { t } from '../i18n/language.ts'
import { programOf } from '../text/program.ts'
import type { ListedSession } from '../wire/types.ts'
import { Table } from './Table.tsx'
import { Ago, Time } from './Time.tsx'
import { Untrusted } from './Untrusted.tsx'

const SHOWN = 300

interface Props {
  readonly sessions: readonly ListedSession[]
  readonly onEnd: (session: ListedSession) => void
}

export function SessionTable({ sessions, onEnd }: Props) {
  return (
    <Table
      caption="sessions.of"
      columns={['sessions.device', 'sessions.address', 'sessions.used', 'sessions.since', 'services.actions']}
      isCards
    >
      {sessions.map((one) => (
        <tr key={one.id}>
          <td>
            <Program userAgent={one.user_agent} />
            {one.current && <strong>{t('sessions.this')}</strong>}
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
    </Table>
  )
}

/** What a client says of itself is not to be believed: its words are there as they came. */
function Program({ userAgent }: { readonly userAgent: string }) {
  if (userAgent === '') return <span className="muted">{t('sessions.unnamed')}</span>
  const known = programOf(userAgent)
  if (known === undefined) return <Untrusted text={userAgent} max={SHOWN} />
  return (
    <details>
      <summary>{t('sessions.program', known)}</summary>
      <span className="small muted">
        <Untrusted text={userAgent} max={SHOWN} />
      </span>
    </details>
  )
}
