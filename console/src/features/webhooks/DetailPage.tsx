import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { problemOf } from '../../text/problem.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Field.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Secret } from '../../ui/Secret.tsx'
import { Empty, isGone, Query, remedyOf } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { Delivery, EventType, Webhook } from '../../wire/types.ts'
import { EVENTS } from './events.ts'
import { type WebhookDraft, WebhookForm } from './Form.tsx'

export function NewWebhookPage() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [made, setMade] = useState<{ readonly id: string; readonly secret: string }>()
  const mayManage = useCan('webhooks')
  if (!mayManage) return <Forbidden title={t('webhooks.new')} />
  async function save({ url, description, events, authToken }: WebhookDraft) {
    const body = { url, description, events: [...events], active: true, headers: {}, auth_token: authToken }
    const { id, signing_secret } = await take(api.POST('/webhooks', { body }))
    void queries.invalidateQueries({ queryKey: ['webhooks'] })
    setMade({ id, secret: signing_secret })
  }
  return (
    <>
      <PageHead title={t('webhooks.new')} sentence={t('webhooks.new-sentence')} />
      <WebhookForm
        first={{ url: '', description: '', events: ['alert.created'], authToken: '' }}
        hasToken={false}
        onSave={save}
      />
      {made !== undefined && (
        <Secret
          title={t('webhooks.secret')}
          secret={made.secret}
          onClose={() => void navigate({ to: '/webhooks/$id', params: { id: made.id } })}
        />
      )}
    </>
  )
}

export function WebhookPage() {
  const { id } = useParams({ from: '/webhooks/$id' })
  const mayManage = useCan('webhooks')
  const query = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => take(api.GET('/webhooks/{id}', { params: { path: { id } } })),
    enabled: mayManage,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!mayManage) return <Forbidden title={t('webhooks.one')} />
  if (isGone(query.error))
    return (
      <>
        <PageHead title={t('webhooks.one')} />
        <Empty title={t('error.gone')}>
          <Link to="/webhooks" className="button">
            {t('nav.webhooks')}
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      {query.data === undefined && <PageHead title={t('webhooks.one')} />}
      <Query query={query}>{(webhook) => <Detail key={webhook.updated_at} webhook={webhook} />}</Query>
    </>
  )
}

function Detail({ webhook }: { readonly webhook: Webhook }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string>()
  const [isAsked, ask] = useState(false)
  const path = { params: { path: { id: webhook.id } } }
  async function renew() {
    await Promise.all(
      ['webhook', 'webhooks', 'deliveries'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  }
  async function run(work: () => Promise<unknown>) {
    try {
      await work()
    } catch (error) {
      const failure = failureOf(error)
      toast(failure.status === 400 ? problemOf(failure) : remedyOf(failure))
    }
    await renew()
  }
  async function save({ url, description, events, authToken }: WebhookDraft) {
    const body = { url, description, events: [...events], ...(authToken !== '' && { auth_token: authToken }) }
    await take(api.PUT('/webhooks/{id}', { ...path, body }))
    toast(t('me.saved'))
    await renew()
  }
  return (
    <>
      <PageHead
        title={t('webhooks.one')}
        sentence={
          <span className="row">
            <span className={webhook.active ? 'badge ok' : 'badge coach'}>
              {t(webhook.active ? 'settings.on' : 'settings.off')}
            </span>
            <Untrusted text={webhook.url} />
          </span>
        }
      >
        <button
          type="button"
          className="button"
          onClick={() =>
            void run(() => take(api.PUT('/webhooks/{id}', { ...path, body: { active: !webhook.active } })))
          }
        >
          {t(webhook.active ? 'webhooks.disable' : 'webhooks.enable')}
        </button>
        <button
          type="button"
          className="button"
          onClick={() =>
            void run(async () => setSecret((await take(api.POST('/webhooks/{id}/rotate-secret', path))).signing_secret))
          }
        >
          {t('webhooks.rotate')}
        </button>
        <button type="button" className="button danger" onClick={() => ask(true)}>
          {t('policies.delete')}
        </button>
      </PageHead>
      <div className="grid-2">
        <WebhookForm
          first={{ url: webhook.url, description: webhook.description, events: webhook.events, authToken: '' }}
          hasToken={webhook.has_auth_token}
          onSave={save}
        />
        <div className="stack">
          <Test id={webhook.id} />
          <Deliveries id={webhook.id} />
        </div>
      </div>
      {secret !== undefined && (
        <Secret title={t('webhooks.secret')} secret={secret} onClose={() => setSecret(undefined)} />
      )}
      {isAsked && (
        <Dialog
          title={t('webhooks.ask')}
          onClose={() => ask(false)}
          action={{
            label: t('policies.delete'),
            danger: true,
            run: async () => {
              await take(api.DELETE('/webhooks/{id}', path))
              await navigate({ to: '/webhooks' })
              void queries.invalidateQueries({ queryKey: ['webhooks'] })
            },
          }}
        >
          <p>{t('webhooks.ask-help')}</p>
        </Dialog>
      )}
    </>
  )
}

function Test({ id }: { readonly id: string }) {
  const [event, setEvent] = useState<EventType>('alert.created')
  const [outcome, setOutcome] = useState<string>()
  async function run() {
    try {
      const result = await take(
        api.POST('/webhooks/{id}/test', { params: { path: { id } }, body: { event_type: event } }),
      )
      setOutcome(
        t(result.delivered ? 'webhooks.delivered' : 'webhooks.not-delivered', {
          status: result.status_code ?? 0,
          ms: result.response_time_ms,
          error: result.error ?? '',
        }),
      )
    } catch (error) {
      setOutcome(remedyOf(failureOf(error)))
    }
  }
  return (
    <section className="card stack">
      <h2>{t('webhooks.test')}</h2>
      <div className="row end">
        <Select
          label={t('webhooks.event')}
          value={event}
          options={EVENTS.map((value) => ({ value, label: value }))}
          onChange={setEvent}
        />
        <button type="button" className="button" onClick={() => void run()}>
          {t('webhooks.send')}
        </button>
      </div>
      <p aria-live="polite">
        <Untrusted text={outcome ?? ''} />
      </p>
    </section>
  )
}

function Deliveries({ id }: { readonly id: string }) {
  const queries = useQueryClient()
  const query = useQuery({
    queryKey: ['deliveries', id],
    queryFn: () => take(api.GET('/webhooks/{id}/deliveries', { params: { path: { id } } })),
    refetchInterval: 10_000,
  })
  async function again(delivery: Delivery) {
    const params = { path: { id, delivery_id: delivery.id } }
    try {
      await take(api.POST('/webhooks/{id}/deliveries/{delivery_id}/redeliver', { params }))
      toast(t('webhooks.again-done'))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey: ['deliveries', id] })
  }
  return (
    <section className="card stack-small">
      <h2>{t('webhooks.deliveries')}</h2>
      <Query query={query} rows={3}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <p className="muted">{t('webhooks.no-delivery')}</p>
          ) : (
            <ul className="stack-small">
              {deliveries.map((delivery) => (
                <li key={delivery.id} className="row">
                  <span className={delivery.success ? 'badge ok' : 'badge coach'}>
                    {t(`delivery.${delivery.state}`)}
                  </span>
                  <code>{delivery.event_type}</code>
                  <Time iso={delivery.timestamp} />
                  <span className="muted small">
                    {delivery.status_code !== null && number(delivery.status_code, { useGrouping: false })}{' '}
                    <Untrusted text={delivery.error ?? ''} />
                  </span>
                  {!delivery.success && (
                    <button type="button" className="button quiet" onClick={() => void again(delivery)}>
                      {t('webhooks.again')}
                    </button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Query>
    </section>
  )
}
