import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api, take } from '../../api/client.ts'
import { policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { PageHead } from '../../ui/PageHead.tsx'

/** The first steps, which tick themselves from what is there. */
export function SetupPage() {
  return useCan('settings') ? <Steps /> : <Forbidden title={t('nav.setup')} />
}

function Steps() {
  const prompts = useQuery({
    queryKey: ['setup', 'prompts'],
    queryFn: async () => (await take(api.GET('/interactions', { params: { query: { limit: 1 } } }))).total,
    refetchInterval: (query) => (query.state.data === 0 ? 5000 : false),
  }).data
  const rules = useQuery(policies).data
  const users = useQuery({
    queryKey: ['users', 'count'],
    queryFn: async () => (await take(api.GET('/users'))).users.length,
  }).data
  const webhooks = useQuery({
    queryKey: ['webhooks', 'count'],
    queryFn: async () => (await take(api.GET('/webhooks'))).webhooks.length,
  }).data
  const steps: readonly { readonly title: string; readonly isDone: boolean | undefined; readonly help: ReactNode }[] = [
    {
      title: t('setup.device'),
      isDone: prompts === undefined ? undefined : prompts > 0,
      help: (
        <>
          {t('setup.device-help')} <code>http://PROXY:8080/</code>
        </>
      ),
    },
    {
      title: t('setup.prompt'),
      isDone: prompts === undefined ? undefined : prompts > 0,
      help: (
        <>
          {t('setup.prompt-help')} <code>npm run admin -- demo</code>
        </>
      ),
    },
    {
      title: t('setup.policy'),
      isDone: rules?.some(({ enabled }) => enabled),
      help: <Link to="/policies/new">{t('policies.new')}</Link>,
    },
    {
      title: t('setup.colleague'),
      isDone: users === undefined ? undefined : users > 1,
      help: <Link to="/users">{t('users.invite')}</Link>,
    },
    {
      title: t('setup.receiver'),
      isDone: webhooks === undefined ? undefined : webhooks > 0,
      help: <Link to="/webhooks/new">{t('webhooks.new')}</Link>,
    },
  ]
  const done = steps.filter(({ isDone }) => isDone === true).length
  return (
    <>
      <PageHead title={t('nav.setup')} sentence={t('setup.sentence', { done, all: steps.length })} />
      <ol className="stack">
        {steps.map(({ title, isDone, help }) => (
          <li key={title} className="card row">
            <span className={isDone === true ? 'badge ok' : 'badge'}>
              {t(isDone === true ? 'setup.done' : 'setup.open')}
            </span>
            <span className="grow stack-small">
              <h2>{title}</h2>
              <p className="muted">{help}</p>
            </span>
          </li>
        ))}
        <li className="card row">
          <span className="grow stack-small">
            <h2>{t('setup.backup')}</h2>
            <p className="muted">
              {t('setup.backup-help')} <code>npm run admin -- backup --to FOLDER</code>
            </p>
          </span>
        </li>
      </ol>
    </>
  )
}
