import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { policyVersions } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { useServiceNames } from '../../text/names.ts'
import { policySentence } from '../../text/policy-sentence.ts'
import { RuleBadge } from '../../ui/Badges.tsx'
import { Empty, Query, remedyOf } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { PolicyVersion } from '../../wire/types.ts'
import { createPolicy } from './mutations.ts'

/** What a policy was after each of its changes, as sentences. */
export function History({ id }: { readonly id: string }) {
  const query = useQuery(policyVersions(id))
  return (
    <Query query={query}>
      {({ versions, complete }) =>
        versions.length === 0 ? (
          <Empty title={t('history.none')} />
        ) : (
          <>
            <ol className="stack">
              {versions.map((version) => (
                <li key={`${version.changed_at} ${version.change}`}>
                  <Version version={version} />
                </li>
              ))}
            </ol>
            {!complete && <p className="muted">{t('history.incomplete')}</p>}
          </>
        )
      }
    </Query>
  )
}

function Version({ version }: { readonly version: PolicyVersion }) {
  const nameOf = useServiceNames()
  const mayChange = useCan('change-policies')
  const { change, fields, changed_at, changed_by, rules, enabled } = version
  return (
    <article className="card stack-small">
      <h2 className="row">
        <Time iso={changed_at} />
        <span className="muted">
          <Untrusted text={changed_by ?? t('audit.server')} max={100} />
        </span>
      </h2>
      <p className="row">
        {change === 'changed' && fields.length > 0 ? (
          fields.map((field) => (
            <span key={field} className="tag">
              {field === 'enabled' ? t(enabled ? 'history.enforced' : 'history.drafted') : t(`history-field.${field}`)}
            </span>
          ))
        ) : (
          <span className="tag">{t(`history-change.${change}`)}</span>
        )}
        <span className={enabled ? 'badge ok' : 'badge'}>{t(enabled ? 'policies.on' : 'policies.off')}</span>
      </p>
      <p className="row">
        <RuleBadge action={rules.action} />
        <b>
          <Untrusted text={version.name} />
        </b>
      </p>
      <p>
        <Untrusted text={policySentence(rules, nameOf)} max={2000} />
      </p>
      <p className="muted">
        <Untrusted text={version.description} />
      </p>
      {mayChange && <Restore version={version} />}
    </article>
  )
}

/** Nothing is overwritten: the version becomes a draft of its own. */
function Restore({ version }: { readonly version: PolicyVersion }) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  async function restore() {
    const { name, description, rules, priority, changed_at } = version
    const copy = t('history.restored-name', {
      name: name.slice(0, 150),
      time: changed_at.slice(0, 19).replace('T', ' '),
    })
    try {
      const created = await createPolicy({ name: copy, description, rules, priority, enabled: false })
      await queries.invalidateQueries({ queryKey: ['policies'] })
      await navigate({ to: '/policies/$id', params: { id: created.id }, search: {} })
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
  }
  return (
    <p>
      <button type="button" className="button" onClick={() => void restore()}>
        {t('history.restore')}
      </button>
    </p>
  )
}
