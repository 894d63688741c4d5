import { useQuery } from '@tanstack/react-query'
import { omittedIn } from '../../../../core/policy/kept-decisions.ts'
import { telemetryIn } from '../../../../core/telemetry-in.ts'
import { policies, policyVersions } from '../../api/queries.ts'
import { inspectionOf, reasonGiven } from '../../explain/metadata.ts'
import { type Judged, judge, versionAt } from '../../explain/why.ts'
import { number, t } from '../../i18n/language.ts'
import { fullDateTime } from '../../i18n/time.ts'
import { useServiceNames } from '../../text/names.ts'
import { clauseOf } from '../../text/policy-sentence.ts'
import { ActionBadge } from '../../ui/Badges.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loading, Query } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import type { Interaction, Policy } from '../../wire/types.ts'

/** Which policies decided, condition by condition, from what was recorded. */
export function Why({ interaction }: { readonly interaction: Interaction }) {
  const query = useQuery(policies)
  return (
    <section className="card stack" aria-labelledby="why">
      <h2 id="why">{t('why.title')}</h2>
      <Query query={query} rows={3}>
        {(all) => <Explanation interaction={interaction} policies={all} />}
      </Query>
    </section>
  )
}

interface Props {
  readonly interaction: Interaction
  readonly policies: readonly Policy[]
}

function Explanation({ interaction, policies: all }: Props) {
  const decided = new Set(interaction.policy_decisions.map(({ policy_id }) => policy_id))
  const omitted = omittedIn(interaction.content_metadata)
  // Those that are not kept matched too, and nobody can say which they were.
  const others = omitted > 0 ? [] : all.filter(({ id, enabled }) => enabled && !decided.has(id))
  const inspection = inspectionOf(interaction.content_metadata)
  const given = reasonGiven(interaction.content_metadata)
  const isTelemetry = telemetryIn(interaction.content_metadata) !== undefined
  const isFailMode = interaction.policy_decisions.length === 0 && interaction.enforced_action === 'block'
  return (
    <>
      {isFailMode && <p className="banner">{t('why.fail-mode', { reason: inspection?.reason ?? '' })}</p>}
      {given !== undefined && (
        <p className="banner">
          {t(given.isOfProgram ? 'why.justified-by-program' : 'why.justified')}{' '}
          <Untrusted text={given.text} max={1000} />{' '}
          {given.at !== undefined && (
            <span className="small">
              (<Time iso={given.at} />)
            </span>
          )}
        </p>
      )}
      {interaction.policy_decisions.length === 0 && !isFailMode && <p>{t('why.none')}</p>}
      {interaction.policy_decisions.map((decision) => {
        const policy = all.find(({ id }) => id === decision.policy_id)
        const isNow = policy !== undefined && policy.updated_at <= interaction.timestamp
        const isEnforced = decision.action === interaction.enforced_action
        return (
          <article key={decision.policy_id} className="stack-small">
            <h3 className="row">
              <ActionBadge action={decision.action} />
              {policy === undefined ? (
                <Untrusted text={decision.policy_name} />
              ) : (
                <Link to="/policies/$id" params={{ id: policy.id }}>
                  <Untrusted text={policy.name} />
                </Link>
              )}
              {isEnforced && <span className="tag">{t('why.enforced')}</span>}
            </h3>
            {policy === undefined && <p className="muted">{t('why.deleted')}</p>}
            {isNow ? (
              <Conditions judged={judge(policy, interaction)} isTelemetry={isTelemetry} />
            ) : (
              <AsItWas id={decision.policy_id} now={policy} interaction={interaction} />
            )}
          </article>
        )
      })}
      {omitted > 0 && <p>{t('why.omitted', { count: omitted })}</p>}
      {others.length > 0 && (
        <details>
          <summary>{t('why.not', { count: others.length })}</summary>
          <ul className="stack-small">
            {others.map((policy) => (
              <li key={policy.id}>
                <h3>
                  <Link to="/policies/$id" params={{ id: policy.id }}>
                    <Untrusted text={policy.name} />
                  </Link>
                </h3>
                <Conditions judged={judge(policy, interaction)} isTelemetry={isTelemetry} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface AsItWasProps {
  readonly id: string
  /** The policy of today; undefined if it was deleted. */
  readonly now: Policy | undefined
  readonly interaction: Interaction
}

/** A policy that was changed since: the version that decided, where the record of changes reaches back so far. */
function AsItWas({ id, now, interaction }: AsItWasProps) {
  const isTelemetry = telemetryIn(interaction.content_metadata) !== undefined
  const query = useQuery({ ...policyVersions(id), retry: false })
  if (query.isPending) return <Loading rows={1} />
  const then = versionAt(query.data?.versions ?? [], interaction.timestamp)
  if (then !== undefined)
    return (
      <>
        <p className="muted small">{t('why.as-it-was', { time: fullDateTime(then.changed_at) })}</p>
        <Conditions judged={judge(then, interaction)} isTelemetry={isTelemetry} />
      </>
    )
  if (now === undefined) return null
  return (
    <>
      <p className="muted small">{t('why.changed', { time: fullDateTime(now.updated_at) })}</p>
      <Conditions judged={judge(now, interaction)} isTelemetry={isTelemetry} />
    </>
  )
}

interface ConditionsProps {
  readonly judged: readonly Judged[]
  readonly isTelemetry?: boolean
}

export function Conditions({ judged, isTelemetry = false }: ConditionsProps) {
  const nameOf = useServiceNames()
  if (judged.length === 0) return <p className="muted">{t('why.every')}</p>
  return (
    <ul className="why">
      {judged.map((one) => (
        <li key={JSON.stringify(one.condition)}>
          <span
            className={one.holds ? 'ok-sign' : 'muted'}
            role="img"
            aria-label={t(one.holds ? 'why.holds' : 'why.fails')}
          >
            {one.holds ? '✓' : '✗'}
          </span>
          <span>
            <Untrusted text={clauseOf(one.condition, nameOf, 'one')} />{' '}
            <span className="muted small">{factOf(one, isTelemetry)}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What was recorded about what a condition asks. */
function factOf({ condition, found, foundBefore }: Judged, isTelemetry: boolean): string {
  if (condition.field !== 'classifications' && condition.field !== 'classification_count') return ''
  return foundBefore === 0 || isTelemetry
    ? t('why.found', { count: number(found + foundBefore) })
    : t('why.found-before', { count: number(found + foundBefore), now: number(found), before: number(foundBefore) })
}
