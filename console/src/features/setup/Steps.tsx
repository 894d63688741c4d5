import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { configuration } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { Time } from '../../ui/Time.tsx'
import { proxyPage } from './proxy-page.ts'
import type { Step, StepId } from './use-steps.ts'

/** The first steps with their state, and what to do for each. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="stack">
      {steps.map(({ id, isDone }) => (
        <li key={id} className="card row">
          <span className={isDone === true ? 'badge ok' : 'badge'}>
            {t(isDone === true ? 'setup.done' : 'setup.open')}
          </span>
          <span className="grow stack-small">
            <h2>{t(`setup.${id}`)}</h2>
            <Help id={id} />
          </span>
        </li>
      ))}
    </ol>
  )
}

const HELP: Readonly<Record<StepId, () => ReactNode>> = {
  block: () => (
    <>
      {t('setup.block-help')} <code>npm run admin -- demo</code>
    </>
  ),
  device: () => <Device />,
  policy: () => (
    <>
      {t('setup.policy-help')} <Link to="/policies">{t('setup.policy-link')}</Link>
    </>
  ),
  colleague: () => (
    <>
      {t('setup.colleague-help')} <Link to="/users">{t('users.invite')}</Link>
    </>
  ),
  receiver: () => (
    <>
      {t('setup.receiver-help')} <Link to="/webhooks/new">{t('webhooks.new')}</Link>
    </>
  ),
  backup: () => <Backup />,
}

function Help({ id }: { readonly id: StepId }) {
  return <p className="muted">{HELP[id]()}</p>
}

function Device() {
  const settings = useQuery(configuration).data
  if (settings === undefined) return null
  const page = proxyPage(settings.proxy, location.hostname)
  if (page === undefined) return t('setup.device-elsewhere')
  const isOnlyHere = settings.proxy?.host === '127.0.0.1' || settings.proxy?.host === '::1'
  return (
    <>
      {t('setup.device-help')}{' '}
      <a href={page} target="_blank" rel="noreferrer">
        {page}
      </a>
      {isOnlyHere && <span className="small"> {t('setup.device-only-here')}</span>}
    </>
  )
}

function Backup() {
  const last = useQuery(configuration).data?.last_backup ?? null
  return (
    <>
      {t('setup.backup-help')} <code>npm run admin -- backup --to FOLDER</code>
      {last !== null && (
        <span className="small">
          {' '}
          {t('setup.backup-last')} <Time iso={last} />
        </span>
      )}
    </>
  )
}
