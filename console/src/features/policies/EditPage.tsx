import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { useServiceNames } from '../../text/names.ts'
import { policySentence } from '../../text/policy-sentence.ts'
import { visibleText } from '../../text/visible.ts'
import { RuleBadge } from '../../ui/Badges.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Empty, isGone, Query, remedyOf } from '../../ui/States.tsx'
import { Time } from '../../ui/Time.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { Policy } from '../../wire/types.ts'
import { Editor } from './Editor.tsx'
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
        </span>
      }
    >
      {children}
    </PageHead>
  )
}

function Shown({ policy }: { readonly policy: Policy }) {
  const nameOf = useServiceNames()
  return (
    <>
      <Head policy={policy} />
      <section className="card stack-small">
        <p className="lead row">
          <RuleBadge action={policy.rules.action} />
          <Untrusted text={policySentence(policy.rules, nameOf)} max={2000} />
        </p>
        <p className="muted">
          <Untrusted text={policy.description} />
        </p>
      </section>
    </>
  )
}

function Change({ policy, version }: Versioned) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [asked, ask] = useState<'toggle' | 'delete'>()
  const { id, name, description, rules, enabled, priority } = policy
  const first: Draft = { name, description, rules, enabled, priority }
  async function renew() {
    await Promise.all(['policy', 'policies'].map((key) => queries.invalidateQueries({ queryKey: [key] })))
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
    const what = asked
    ask(undefined)
    try {
      if (what === 'delete') {
        await deletePolicy(id)
        await navigate({ to: '/policies' })
        queries.removeQueries({ queryKey: ['policy', id] })
        await queries.invalidateQueries({ queryKey: ['policies'] })
        toast(t('policies.deleted'))
        return
      }
      await togglePolicy(id, !enabled)
      toast(t(enabled ? 'policies.is-draft' : 'policies.in-force', { name }))
      await renew()
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
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
      <Editor
        first={first}
        policyId={id}
        saveLabel={t(enabled ? 'editor.save-enforced' : 'editor.save-draft')}
        onSave={save}
      />
      {asked !== undefined && (
        <Dialog
          title={t(asked === 'delete' ? 'policies.ask-delete' : enabled ? 'policies.ask-off' : 'policies.ask-on')}
          onClose={() => ask(undefined)}
          action={{
            label: t(asked === 'delete' ? 'policies.delete' : enabled ? 'policies.make-draft' : 'policies.enforce'),
            danger: asked === 'delete',
            run: () => void run(),
          }}
        >
          <p>{t(asked === 'delete' ? 'policies.delete-help' : 'policies.toggle-help')}</p>
        </Dialog>
      )}
    </>
  )
}
