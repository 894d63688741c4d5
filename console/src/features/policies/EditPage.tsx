import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { useServiceNames } from '../../text/names.ts'
import { policySentence } from '../../text/policy-sentence.ts'
import { visibleText } from '../../text/visible.ts'
import { RuleBadge } from '../../ui/Badges.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Link } from '../../ui/Link.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, isGone, Query, remedyOf } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { Policy } from '../../wire/types.ts'
import { Editor } from './Editor.tsx'
import { History } from './History.tsx'
import {
  createPolicy,
  type Draft,
  deletePolicy,
  readPolicy,
  togglePolicy,
  updatePolicy,
  type Versioned,
} from './mutations.ts'

export function PolicyPage() {
  const { id } = useParams({ from: '/policies/$id' })
  // What is edited is not read again under the hands of who edits it.
  const query = useQuery({
    queryKey: ['policy', id],
    queryFn: () => readPolicy(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const mayChange = useCan('change-policies')
  if (isGone(query.error))
    return (
      <>
        <PageHead title={t('policies.one')} />
        <Empty title={t('error.gone')}>
          <Link to="/policies" className="button">
            {t('policies.title')}
          </Link>
        </Empty>
        <h2>{t('history.title')}</h2>
        <History id={id} />
      </>
    )
  return (
    <>
      {query.data === undefined && <PageHead title={t('policies.one')} />}
      <Query query={query}>
        {(read) => (mayChange ? <Change key={read.version} {...read} /> : <Shown policy={read.policy} />)}
      </Query>
    </>
  )
}

function Head({ policy, children }: { readonly policy: Policy; readonly children?: React.ReactNode }) {
  return (
    <PageHead
      title={visibleText(policy.name)}
      sentence={
        <span className="row">
          <span className={policy.enabled ? 'badge ok' : 'badge'}>
            {t(policy.enabled ? 'policies.on' : 'policies.off')}
          </span>
          <span className="muted small">
            {t('policies.changed')} <Time iso={policy.updated_at} />
          </span>
          <Link to="/interactions" search={{ policy_id: policy.id }} className="small">
            {t('policies.matches')}
          </Link>
          <Link to="/alerts" search={{ policy_id: policy.id }} className="small">
            {t('nav.alerts')}
          </Link>
        </span>
      }
    >
      {children}
    </PageHead>
  )
}

function Tabs({ id, isHistory }: { readonly id: string; readonly isHistory: boolean }) {
  const to = { to: '/policies/$id', params: { id } } as const
  return (
    <nav className="tabs" aria-label={t('policies.one')}>
      <Link {...to} search={{}} aria-current={isHistory ? undefined : 'page'}>
        {t('policies.tab-rule')}
      </Link>
      <Link {...to} search={{ tab: 'history' }} aria-current={isHistory ? 'page' : undefined}>
        {t('history.title')}
      </Link>
    </nav>
  )
}

function Shown({ policy }: { readonly policy: Policy }) {
  const nameOf = useServiceNames()
  const isHistory = useSearch({ from: '/policies/$id' }).tab === 'history'
  return (
    <div className="stack">
      <Head policy={policy} />
      <Tabs id={policy.id} isHistory={isHistory} />
      {isHistory && <History id={policy.id} />}
      <section className="card stack-small">
        <p className="lead row">
          <RuleBadge action={policy.rules.action} />
          <Untrusted text={policySentence(policy.rules, nameOf)} max={2000} />
        </p>
        <p className="muted">
          <Untrusted text={policy.description} />
        </p>
      </section>
    </div>
  )
}

function Change({ policy, version }: Versioned) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asked, ask] = useState<'toggle' | 'delete'>()
  const isHistory = useSearch({ from: '/policies/$id' }).tab === 'history'
  const { id, name, description, rules, enabled, priority } = policy
  const nameOf = useServiceNames()
  const first: Draft = { name, description, rules, enabled, priority }
  async function renew() {
    await Promise.all(
      ['policy', 'policies', 'policy-versions'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
    )
  }
  async function save(draft: Draft) {
    await updatePolicy(id, { ...draft, enabled }, version)
    toast(t(enabled ? 'editor.saved-enforced' : 'editor.saved-draft'))
    await renew()
  }
  async function copy() {
    try {
      const created = await createPolicy({
        ...first,
        name: t('editor.copy-name', { name }).slice(0, 200),
        enabled: false,
      })
      await renew()
      await navigate({ to: '/policies/$id', params: { id: created.id } })
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
  }
  async function run() {
    if (asked === 'delete') {
      await deletePolicy(id)
      toast(t('policies.deleted'))
      await navigate({ to: '/policies' })
      queries.removeQueries({ queryKey: ['policy', id] })
      await queries.invalidateQueries({ queryKey: ['policies'] })
      return
    }
    await togglePolicy(id, !enabled)
    toast(t(enabled ? 'policies.is-draft' : 'policies.in-force', { name }))
    await renew()
  }
  return (
    <>
      <Head policy={policy}>
        <button type="button" className="button" onClick={() => ask('toggle')}>
          {t(enabled ? 'policies.make-draft' : 'policies.enforce')}
        </button>
        <button type="button" className="button" onClick={() => void copy()}>
          {t('editor.copy')}
        </button>
        <button type="button" className="button danger" onClick={() => ask('delete')}>
          {t('policies.delete')}
        </button>
      </Head>
      <div className="stack">
        <Tabs id={id} isHistory={isHistory} />
        {isHistory ? (
          <History id={id} />
        ) : (
          <Editor
            first={first}
            policyId={id}
            saveLabel={t(enabled ? 'editor.save-enforced' : 'editor.save-draft')}
            onSave={save}
          />
        )}
      </div>
      {asked !== undefined && (
        <Dialog
          title={t(asked === 'delete' ? 'policies.ask-delete' : enabled ? 'policies.ask-off' : 'policies.ask-on')}
          onClose={() => ask(undefined)}
          action={{
            label: t(asked === 'delete' ? 'policies.delete' : enabled ? 'policies.make-draft' : 'policies.enforce'),
            danger: asked === 'delete',
            run,
          }}
        >
          {asked === 'delete' ? (
            <p>{t('policies.delete-help')}</p>
          ) : (
            <p>
              <Untrusted text={policySentence(rules, nameOf)} max={2000} />
            </p>
          )}
        </Dialog>
      )}
    </>
  )
}
