import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { nameOfAiService } from '../../../../core/catalogue/ai-services.ts'
import { api, take } from '../../api/client.ts'
import { policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { typeLabel } from '../../text/names.ts'
import { shortId } from '../../text/short-id.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Person } from '../../ui/Person.tsx'
import { Empty, Query } from '../../ui/States.tsx'
import { Table } from '../../ui/Table.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Exception } from '../../wire/types.ts'
import { NewException } from './NewException.tsx'
import { exceptions } from './query.ts'

/** More than these of one kind are counted. */
const COLUMNS = [
  ...(['exceptions.for', 'exceptions.policy', 'exceptions.reason'] as const),
  ...(['exceptions.owner', 'exceptions.until', 'services.actions'] as const),
]
const SHOWN = 5

/** What do policies not hold for, until when, and who answers for it? */
export function ExceptionsPage() {
  return useCan('exceptions') ? <Exceptions /> : <Forbidden title={t('nav.exceptions')} />
}

function Exceptions() {
  const query = useQuery(exceptions)
  const [isNew, setNew] = useState(false)
  const count = query.data?.total
  return (
    <>
      <PageHead
        title={t('nav.exceptions')}
        sentence={count === undefined ? undefined : t('exceptions.sentence', { count })}
      >
        <button type="button" className="button primary" onClick={() => setNew(true)}>
          {t('exceptions.new')}
        </button>
      </PageHead>
      <div className="stack">
        <p className="muted">{t('exceptions.help')}</p>
        <Query query={query}>
          {({ exceptions: all }) =>
            all.length === 0 ? <Empty title={t('exceptions.none')} /> : <Listed exceptions={all} />
          }
        </Query>
        <p>
          <Link to="/audit-log" search={{ target_type: 'exception' }}>
            {t('switches.audit')}
          </Link>
        </p>
      </div>
      {isNew && <NewException onClose={() => setNew(false)} />}
    </>
  )
}

function Listed({ exceptions: all }: { readonly exceptions: readonly Exception[] }) {
  const queries = useQueryClient()
  const known = useQuery(policies).data ?? []
  const [asked, ask] = useState<Exception>()
  async function end({ id }: Exception) {
    await take(api.DELETE('/exceptions/{id}', { params: { path: { id } } }))
    toast(t('exceptions.ended'))
    void queries.invalidateQueries({ queryKey: ['exceptions'] })
  }
  return (
    <>
      <Table caption="nav.exceptions" columns={COLUMNS}>
        {all.map((one) => (
          <tr key={one.id}>
            <td>
              <Narrowing exception={one} />
            </td>
            <td>
              {one.policy_id === null ? (
                t('exceptions.all-policies')
              ) : (
                <Link to="/policies/$id" params={{ id: one.policy_id }}>
                  <Untrusted
                    text={known.find(({ id }) => id === one.policy_id)?.name ?? shortId(one.policy_id)}
                    max={60}
                  />
                </Link>
              )}
            </td>
            <td>
              <Untrusted text={one.reason} max={200} />
            </td>
            <td>
              <Untrusted text={one.owner} max={60} />
            </td>
            <td>
              <Time iso={one.expires_at} />
            </td>
            <td>
              <button type="button" className="button" onClick={() => ask(one)}>
                {t('exceptions.end')}
              </button>
            </td>
          </tr>
        ))}
      </Table>
      {asked !== undefined && (
        <Dialog
          title={t('exceptions.ask-end')}
          onClose={() => ask(undefined)}
          action={{ label: t('exceptions.end'), run: () => end(asked) }}
        >
          <p>{t('exceptions.ask-end-help')}</p>
        </Dialog>
      )}
    </>
  )
}

/** All that it has to be at once. */
function Narrowing({ exception }: { readonly exception: Exception }) {
  const { types, platform_ids, user_ids, value_count } = exception
  return (
    <ul>
      {types.length > 0 && <Some of={types}>{(type) => <Untrusted text={typeLabel(type)} max={60} />}</Some>}
      {value_count > 0 && <li>{t('exceptions.values', { count: value_count })}</li>}
      {platform_ids.length > 0 && (
        <Some of={platform_ids}>{(id) => <Untrusted text={nameOfAiService(id).name} max={60} />}</Some>
      )}
      {user_ids.length > 0 && <Some of={user_ids}>{(id) => <Person id={id} />}</Some>}
    </ul>
  )
}

function Some({ of, children }: { readonly of: readonly string[]; readonly children: (one: string) => ReactNode }) {
  const more = of.length - SHOWN
  return (
    <li>
      {of.slice(0, SHOWN).map((one, index) => (
        <span key={one}>
          {index > 0 && ', '}
          {children(one)}
        </span>
      ))}
      {more > 0 && ` ${t('exceptions.more', { count: more })}`}
    </li>
  )
}
