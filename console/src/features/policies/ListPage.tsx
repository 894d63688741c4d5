import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { configuration, policies, statistics } from '../../api/queries.ts'
import { number, t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { useServiceNames } from '../../text/names.ts'
import { policySentence } from '../../text/policy-sentence.ts'
import { RuleBadge } from '../../ui/Badges.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Select } from '../../ui/Field.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, Query, remedyOf } from '../../ui/States.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { Policy } from '../../wire/types.ts'
import { togglePolicy } from './mutations.ts'
import { TEMPLATES } from './templates.ts'

/** What is enforced, in which order? */
export function PoliciesPage() {
  const query = useQuery(policies)
  const settings = useQuery(configuration).data
  const mayChange = useCan('change-policies')
  const enforced = query.data?.filter(({ enabled }) => enabled).length ?? 0
  return (
    <>
      <PageHead
        title={t('policies.title')}
        sentence={
          query.data === undefined
            ? undefined
            : `${t('policies.sentence', { enforced, drafts: query.data.length - enforced })} ${settings === undefined ? '' : t(`policies.${settings.policy_resolution}`)}`
        }
      >
        {mayChange && (
          <Link to="/policies/new" className="button primary">
            {t('policies.new')}
          </Link>
        )}
      </PageHead>
      <div className="stack">
        {settings?.enforcement === 'observe' && <p className="banner">{t('policies.observe')}</p>}
        <Query query={query}>
          {(all) => (all.length === 0 ? <NoPolicy /> : <PolicyList policies={all} mayChange={mayChange} />)}
        </Query>
      </div>
    </>
  )
}

function NoPolicy() {
  const mayChange = useCan('change-policies')
  return (
    <Empty title={t('policies.none')}>
      <p>{t('policies.none-help')}</p>
      {mayChange && (
        <ul className="row">
          {TEMPLATES.map(({ id, name }) => (
            <li key={id}>
              <Link to="/policies/new" search={{ template: id }} className="button">
                {t(name)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Empty>
  )
}

interface ListProps {
  readonly policies: readonly Policy[]
  readonly mayChange: boolean
}

function PolicyList({ policies: all, mayChange }: ListProps) {
  const nameOf = useServiceNames()
  const queries = useQueryClient()
  const matched = useQuery(statistics('7d')).data?.by_policy
  const [asked, ask] = useState<Policy>()
  async function toggle(policy: Policy, enabled: boolean) {
    await togglePolicy(policy.id, enabled)
    toast(t(enabled ? 'policies.in-force' : 'policies.is-draft', { name: policy.name }))
    void queries.invalidateQueries({ queryKey: ['policies'] })
  }
  async function move(id: string, place: number) {
    const rest = all.map((policy) => policy.id).filter((one) => one !== id)
    await take(api.PUT('/policies/order', { body: { ids: rest.toSpliced(place, 0, id) } }))
    toast(t('policies.moved', { place: place + 1 }))
    void queries.invalidateQueries({ queryKey: ['policies'] })
  }
  return (
    <>
      <ol className="table-box">
        {all.map((policy, index) => (
          <li key={policy.id} className="policy-row">
            <span className="muted">{number(index + 1)}</span>
            <span className="stack-small">
              <span className="row">
                <RuleBadge action={policy.rules.action} />
                <Link to="/policies/$id" params={{ id: policy.id }}>
                  <Untrusted text={policy.name} />
                </Link>
                {matched !== undefined && (
                  <Link to="/interactions" search={{ policy_id: policy.id, period: '7d' }} className="small">
                    {t('policies.matched', {
                      count: matched.find(({ policy_id }) => policy_id === policy.id)?.interactions ?? 0,
                    })}
                  </Link>
                )}
              </span>
              <span className="muted">
                <Untrusted text={policySentence(policy.rules, nameOf)} />
              </span>
            </span>
            {mayChange ? (
              <span className="row">
                <Switch
                  label={t('policies.switch', { name: policy.name })}
                  word={t(policy.enabled ? 'policies.on' : 'policies.off')}
                  isOn={policy.enabled}
                  onChange={() => ask(policy)}
                />
                <Mover index={index} count={all.length} name={policy.name} onMove={(place) => move(policy.id, place)} />
              </span>
            ) : (
              <span className={policy.enabled ? 'badge ok' : 'badge'}>
                {t(policy.enabled ? 'policies.on' : 'policies.off')}
              </span>
            )}
          </li>
        ))}
      </ol>
      {asked !== undefined && (
        <Dialog
          title={t(asked.enabled ? 'policies.ask-off' : 'policies.ask-on')}
          onClose={() => ask(undefined)}
          action={{
            label: t(asked.enabled ? 'policies.make-draft' : 'policies.enforce'),
            run: () => toggle(asked, !asked.enabled),
          }}
        >
          <p>
            <Untrusted text={policySentence(asked.rules, nameOf)} />
          </p>
        </Dialog>
      )}
    </>
  )
}

interface MoverProps {
  readonly index: number
  readonly count: number
  readonly name: string
  readonly onMove: (place: number) => Promise<void>
}

/** One place up or down, and to any place: no dragging is needed (WCAG 2.5.7). */
function Mover({ index, count, name, onMove }: MoverProps) {
  const [isOpen, open] = useState(false)
  const [place, setPlace] = useState(String(index))
  const step = (to: number) => onMove(to).catch((error: unknown) => toast(remedyOf(failureOf(error))))
  return (
    <>
      <button
        type="button"
        className="button quiet"
        disabled={index === 0}
        aria-label={t('policies.up', { name })}
        onClick={() => void step(index - 1)}
      >
        ↑
      </button>
      <button
        type="button"
        className="button quiet"
        disabled={index === count - 1}
        aria-label={t('policies.down', { name })}
        onClick={() => void step(index + 1)}
      >
        ↓
      </button>
      {count > 3 && (
        <button
          type="button"
          className="button quiet"
          aria-label={t('policies.move-name', { name })}
          onClick={() => open(true)}
        >
          {t('policies.move')}
        </button>
      )}
      {isOpen && (
        <Dialog
          title={t('policies.move-name', { name })}
          onClose={() => open(false)}
          action={{
            label: t('policies.move'),
            run: () => onMove(Number(place)),
          }}
        >
          <Select
            label={t('policies.position')}
            value={place}
            options={Array.from({ length: count }, (_, one) => ({ value: String(one), label: number(one + 1) }))}
            onChange={setPlace}
          />
        </Dialog>
      )}
    </>
  )
}
