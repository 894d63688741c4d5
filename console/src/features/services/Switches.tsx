import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOfAiService } from '../../../../core/catalogue/ai-services.ts'
import { api, take } from '../../api/client.ts'
import { list, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { Query } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { ServiceSwitch } from '../../wire/types.ts'
import { NewSwitch } from './NewSwitch.tsx'
import { switches } from './query.ts'
import type { SwitchKind } from './switch-draft.ts'

/** Which services pass unread, or are read for some only: what is in force, and for administrators how to decide it. */
export function Switches({ platformId }: { readonly platformId?: string }) {
  const mayDecide = useCan('judge-services')
  const query = useQuery(switches)
  const [kind, choose] = useState<SwitchKind>()
  return (
    <section className="card stack" aria-labelledby="switches">
      <h2 id="switches">{t('switches.title')}</h2>
      <p className="muted">{t('switches.help')}</p>
      <Query query={query} rows={2}>
        {(all) => {
          const shown = all.filter((one) => platformId === undefined || one.platform_id === platformId)
          return shown.length === 0 ? <p>{t('switches.none')}</p> : <List shown={shown} />
        }}
      </Query>
      {mayDecide && (
        <div className="row">
          <button type="button" className="button" onClick={() => choose('pass_through')}>
            {t('switches.new-pass')}
          </button>
          <button type="button" className="button" onClick={() => choose('intercept_only_for')}>
            {t('switches.new-only')}
          </button>
          <Link to="/audit-log" search={{ target_type: 'service_switch' }}>
            {t('switches.audit')}
          </Link>
        </div>
      )}
      {kind !== undefined && <NewSwitch kind={kind} platformId={platformId} onClose={() => choose(undefined)} />}
    </section>
  )
}

function List({ shown }: { readonly shown: readonly ServiceSwitch[] }) {
  const mayDecide = useCan('judge-services')
  const queries = useQueryClient()
  const [asked, ask] = useState<ServiceSwitch>()
  async function end({ id }: ServiceSwitch) {
    await take(api.DELETE('/service-switches/{id}', { params: { path: { id } } }))
    toast(t('switches.ended'))
    void queries.invalidateQueries({ queryKey: ['service-switches'] })
  }
  return (
    <ul className="stack-small">
      {shown.map((one) => (
        <li key={one.id} className="row">
          <span className="grow">
            <b>
              <Untrusted
                text={t(`switched.${one.kind}`, {
                  service: nameOfAiService(one.platform_id).name,
                  clients: clientsOf(one),
                })}
              />
            </b>{' '}
            {one.expires_at === null ? (
              t('switches.for-good')
            ) : (
              <>
                {t('switches.until')} <Time iso={one.expires_at} />
              </>
            )}
            <br />
            <span className="muted small">
              <Untrusted text={t('switches.because', { who: one.created_by, reason: one.reason })} />
              {one.addresses.length > 0 && ` · ${one.addresses.join(', ')}`}
            </span>
          </span>
          {mayDecide && (
            <button type="button" className="button" onClick={() => ask(one)}>
              {t('switches.end')}
            </button>
          )}
        </li>
      ))}
      {asked !== undefined && (
        <Dialog
          title={t('switches.ask-end')}
          onClose={() => ask(undefined)}
          action={{ label: t('switches.end'), run: () => end(asked) }}
        >
          <p>
            <Untrusted text={t('switches.ask-end-help', { service: nameOfAiService(asked.platform_id).name })} />
          </p>
        </Dialog>
      )}
    </ul>
  )
}

function clientsOf({ user_ids, addresses }: ServiceSwitch): string {
  return list([
    ...(user_ids.length > 0 ? [t('switches.some-users', { count: user_ids.length })] : []),
    ...(addresses.length > 0 ? [t('switches.some-addresses', { count: addresses.length })] : []),
  ])
}
