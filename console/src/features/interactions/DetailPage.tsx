import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { telemetryIn } from '../../../../core/telemetry-in.ts'
import { api, take } from '../../api/client.ts'
import { inspectionOf, notDelivered, textOf, whoOf } from '../../explain/metadata.ts'
import { riskParts } from '../../explain/risk-sum.ts'
import { number, percent, t, tMaybe } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { typeLabel, useServiceNames } from '../../text/names.ts'
import { ActionBadge, NotDeliveredBadge, Risk } from '../../ui/Badges.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Person } from '../../ui/Person.tsx'
import { Empty, isGone, Query } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Interaction } from '../../wire/types.ts'
import { Findings } from './Findings.tsx'
import { interactionById } from './query.ts'
import { Why } from './Why.tsx'

/** What happened, why, and was it right? */
export function InteractionPage() {
  const { id } = useParams({ from: '/interactions/$id' })
  const query = useQuery(interactionById(id))
  if (isGone(query.error))
    return (
      <>
        <PageHead title={t('interaction.title')} />
        <Empty title={t('interaction.gone')}>
          <Link to="/interactions" className="button">
            {t('interactions.title')}
          </Link>
        </Empty>
      </>
    )
  return (
    <>
      {query.data === undefined && <PageHead title={t('interaction.title')} />}
      <Query query={query}>{(interaction) => <Detail interaction={interaction} />}</Query>
    </>
  )
}

function Detail({ interaction }: { readonly interaction: Interaction }) {
  const nameOf = useServiceNames()
  const isAdmin = useCan('erase')
  const failure = notDelivered(interaction)
  const isTelemetry = telemetryIn(interaction.content_metadata) !== undefined
  const { enforced_action, direction, interaction_type, reference, platform_id, timestamp } = interaction
  return (
    <>
      <PageHead
        title={`${t('interaction.title')} ${reference}`}
        sentence={
          <span className="row">
            {failure === undefined ? <ActionBadge action={enforced_action} /> : <NotDeliveredBadge />}
            <span>
              <Untrusted
                text={t('interaction.sentence', {
                  action: failure === undefined ? enforced_action : 'failed',
                  kind: isTelemetry ? 'telemetry' : direction === 'inbound' ? 'answer' : interaction_type,
                  service: nameOf(platform_id),
                })}
              />{' '}
              <Time iso={timestamp} />
            </span>
          </span>
        }
      >
        <button
          type="button"
          className="button"
          onClick={() => void navigator.clipboard.writeText(reference).then(() => toast(t('interaction.copied')))}
        >
          {t('interaction.copy')}
        </button>
        {isAdmin && <Delete interaction={interaction} />}
      </PageHead>
      {failure !== undefined && (
        <p className="banner">
          <Untrusted text={tMaybe(`not-delivered.${failure}`) ?? t('not-delivered.other', { code: failure })} />
        </p>
      )}
      <div className="grid-2">
        <div className="stack">
          <Why interaction={interaction} />
          <Findings interaction={interaction} />
        </div>
        <div className="stack">
          <RiskSum interaction={interaction} />
          <Request interaction={interaction} />
          <SameText interaction={interaction} />
        </div>
      </div>
    </>
  )
}

function RiskSum({ interaction }: { readonly interaction: Interaction }) {
  const { classifications, risk_score, content_metadata } = interaction
  const isTelemetry = telemetryIn(content_metadata) !== undefined
  const parts = riskParts(classifications)
  const sum = parts.at(-1)?.after ?? 0
  return (
    <section className="card stack-small">
      <h2 className="row">
        {t('interaction.risk')} <Risk score={risk_score} />
      </h2>
      {parts.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it takes the focus, and it scrolls in a narrow window
        <section className="table-box" tabIndex={0} aria-label={t('interaction.risk')}>
          <table className="table">
            <thead>
              <tr>
                <th>{t('column.types')}</th>
                <th className="number">{t('column.weight')}</th>
                <th className="number">{t('column.confidence')}</th>
                <th className="number">{t('column.after')}</th>
              </tr>
            </thead>
            <tbody>
              {parts.map((part, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two findings may be alike in everything that is shown
                <tr key={index}>
                  <td>{typeLabel(part.type)}</td>
                  <td className="number">{number(part.weight)}</td>
                  <td className="number">{percent(part.confidence)}</td>
                  <td className="number">
                    {number(part.after, { maximumFractionDigits: 2, minimumFractionDigits: 2 })}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {Math.abs(sum - risk_score) > 0.005 && (
        <p className="muted small">{t(isTelemetry ? 'telemetry.risk-rest' : 'interaction.risk-rest')}</p>
      )}
    </section>
  )
}

function Request({ interaction }: { readonly interaction: Interaction }) {
  const nameOf = useServiceNames()
  const { content_metadata: metadata, source, tier, content_hash, id } = interaction
  const inspection = inspectionOf(metadata)
  const facts: readonly (readonly [string, ReactNode])[] = [
    [
      t('column.who'),
      interaction.user_id === null ? (
        <Untrusted key="who" text={whoOf(interaction)} />
      ) : (
        <Person key="who" id={interaction.user_id} name={interaction.user_name} />
      ),
    ],
    [
      t('column.service'),
      <Link key="service" to="/services/$id" params={{ id: interaction.platform_id }}>
        <Untrusted text={nameOf(interaction.platform_id)} max={60} />
      </Link>,
    ],
    ...(
      [
        'model',
        'host',
        'path',
        'operation',
        'conversation',
        'client_address',
        'user_agent',
        'body_bytes',
        'dropped_turns',
      ] as const
    ).map((name) => [t(`request.${name}`), <Untrusted key={name} text={textOf(metadata[name])} />] as const),
    [t('filter.source'), t(`source.${source}`)],
    [
      t('filter.inspection'),
      inspection === undefined
        ? ''
        : `${tMaybe(`inspection.${inspection.status}`) ?? inspection.status}${inspection.reason === '' ? '' : ` (${tMaybe(`reason.${inspection.reason}`) ?? inspection.reason})`}`,
    ],
    [
      t('request.files'),
      inspection === undefined || inspection.files.length === 0 ? (
        ''
      ) : (
        <ul key="files">
          {[...new Set(inspection.files)].slice(0, 20).map((problem) => (
            <li key={problem}>
              <Untrusted text={tMaybe(`file.${problem}`) ?? problem} max={80} />
            </li>
          ))}
        </ul>
      ),
    ],
    ...(metadata.unknown_operation === true ? [[t('service.unknown'), t('request.unknown')] as const] : []),
    [t('request.tier'), number(tier)],
    [t('request.hash'), <code key="hash">{content_hash}</code>],
    [t('request.id'), <code key="id">{id}</code>],
  ]
  return (
    <section className="card">
      <h2>{t('interaction.request')}</h2>
      <dl className="facts">
        {facts
          .filter(
            ([, value]) =>
              value !== '' &&
              !(
                typeof value === 'object' &&
                value !== null &&
                'props' in value &&
                (value.props as { text?: string }).text === ''
              ),
          )
          .map(([name, value]) => (
            <div key={name} style={{ display: 'contents' }}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function SameText({ interaction: { content_hash, id } }: { readonly interaction: Interaction }) {
  const query = useQuery({
    queryKey: ['interaction', 'same', content_hash],
    queryFn: () => take(api.GET('/interactions/search', { params: { query: { content_hash, limit: 20 } } })),
  })
  return (
    <section className="card stack-small">
      <h2>{t('interaction.same')}</h2>
      <Query query={query} rows={2}>
        {(found) =>
          found.length < 2 ? (
            <p className="muted">{t('interaction.once')}</p>
          ) : (
            <ul>
              {found
                .filter((other) => other.id !== id)
                .map((other) => (
                  <li key={other.id}>
                    <Link to="/interactions/$id" params={{ id: other.id }}>
                      <Time iso={other.timestamp} />
                    </Link>
                  </li>
                ))}
            </ul>
          )
        }
      </Query>
    </section>
  )
}

function Delete({ interaction: { id } }: { readonly interaction: Interaction }) {
  const [isAsked, ask] = useState(false)
  const queries = useQueryClient()
  const navigate = useNavigate()
  async function run() {
    await take(api.DELETE('/interactions/{id}', { params: { path: { id } } }))
    void queries.invalidateQueries({ queryKey: ['interactions'] })
    void navigate({ to: '/interactions' })
    toast(t('interaction.deleted'))
  }
  return (
    <>
      <button type="button" className="button danger" onClick={() => ask(true)}>
        {t('interaction.delete')}
      </button>
      {isAsked && (
        <Dialog
          title={t('interaction.delete-title')}
          onClose={() => ask(false)}
          action={{ label: t('interaction.delete'), danger: true, run }}
        >
          <p>{t('interaction.delete-help')}</p>
        </Dialog>
      )}
    </>
  )
}
