import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { setup } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { day } from '../../i18n/time.ts'
import { Link } from '../../ui/Link.tsx'
import { Time } from '../../ui/Time.tsx'
import type { SetupStepId } from '../../wire/types.ts'
import { proxyHere } from './proxy-here.ts'
import type { Step } from './use-steps.ts'

/** The first steps with their state, and what to do for each. */
export function Steps({ steps }: { readonly steps: readonly Step[] }) {
  return (
    <ol className="stack">
      {steps.map(({ id, done }) => (
        <li key={id} className="card row">
          <span className={done ? 'badge ok' : 'badge'}>{t(done ? 'setup.done' : 'setup.open')}</span>
          <span className="grow stack-small">
            <h2>{t(`setup.${id}`)}</h2>
            {HELP[id]()}
          </span>
        </li>
      ))}
    </ol>
  )
}

const HELP: Readonly<Record<SetupStepId, () => ReactNode>> = {
  ca: () => <Ca />,
  device: () => <Device />,
  prompt: () => (
    <p className="muted">
      {t('setup.prompt-help')} <code>npm run admin -- demo</code>
    </p>
  ),
  policy: () => (
    <p className="muted">
      {t('setup.policy-help')} <Link to="/policies">{t('setup.policy-link')}</Link>
    </p>
  ),
  colleague: () => (
    <p className="muted">
      {t('setup.colleague-help')} <Link to="/users">{t('users.invite')}</Link>
    </p>
  ),
  receiver: () => (
    <p className="muted">
      {t('setup.receiver-help')} <Link to="/webhooks/new">{t('webhooks.new')}</Link>
    </p>
  ),
  backup: () => <Backup />,
}

/** What devices have to trust. Its fingerprint is compared where it was carried by hand. */
function Ca() {
  const { data } = useQuery(setup)
  if (data === undefined) return null
  if (data.ca === null) return <p className="muted">{t('setup.ca-elsewhere')}</p>
  const { fingerprint, not_after, days_left } = data.ca
  const caUrl = proxyHere(data.proxies, location.hostname)?.ca_url
  return (
    <div className="stack-small">
      <p className="muted">{t('setup.ca-help')}</p>
      <p className="small">
        {t('setup.ca-fingerprint')} <code>{fingerprint}</code>
      </p>
      <p className="small">
        {t('setup.ca-end')} {day(not_after, { day: 'numeric', month: 'long', year: 'numeric' })}
        {days_left >= 0 && <> ({t('setup.ca-days', { count: days_left })})</>}
      </p>
      {caUrl !== undefined && <Address label={t('setup.ca-file')} url={caUrl} />}
      {data.next_ca !== null && <p className="small">{t('setup.ca-next')}</p>}
    </div>
  )
}

function Device() {
  const { data } = useQuery(setup)
  if (data === undefined) return null
  const proxy = proxyHere(data.proxies, location.hostname)
  if (proxy === undefined) return <p className="muted">{t('setup.device-elsewhere')}</p>
  return (
    <div className="stack-small">
      <p className="muted">{t('setup.device-help')}</p>
      <Address label={t('setup.device-page')} url={proxy.url} />
      <Address label={t('setup.device-pac')} url={proxy.pac_url} />
      {proxy.local_only && <p className="small">{t('setup.device-only-here')}</p>}
    </div>
  )
}

function Address({ label, url }: { readonly label: string; readonly url: string }) {
  return (
    <p className="small">
      {label}{' '}
      <a href={url} target="_blank" rel="noreferrer">
        <code>{url}</code>
      </a>
    </p>
  )
}

function Backup() {
  const last = useQuery(setup).data?.last_backup ?? null
  return (
    <p className="muted">
      {t('setup.backup-help')} <code>npm run admin -- backup --to FOLDER</code>
      {last !== null && (
        <span className="small">
          {' '}
          {t('setup.backup-last')} <Time iso={last} />
        </span>
      )}
    </p>
  )
}
