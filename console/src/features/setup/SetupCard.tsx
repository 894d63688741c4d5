import { useEffect, useState } from 'react'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { readPreference, writePreference } from '../../session/preferences.ts'
import { Link } from '../../ui/Link.tsx'
import { useSteps } from './use-steps.ts'

/** Leads an administrator to what is still to be set up; gone for good once all of it is there, or when it is hidden. */
export function SetupCard() {
  const isAdmin = useCan('settings')
  const [isHidden, hide] = useState(readPreference('setup') === 'hidden')
  const isWanted = isAdmin && !isHidden
  const steps = useSteps(isWanted)
  const done = steps?.filter((step) => step.done).length ?? 0
  const isAll = steps !== undefined && done === steps.length
  useEffect(() => {
    if (isWanted && isAll) writePreference('setup', 'hidden')
  }, [isWanted, isAll])
  const next = steps?.find((step) => !step.done)
  if (!isWanted || steps === undefined || next === undefined) return null
  return (
    <section className="card stack-small">
      <h2>{t('setup.card')}</h2>
      <p className="muted">
        {t('setup.sentence', { done, all: steps.length })} {t('setup.next')} {t(`setup.${next.id}`)}
      </p>
      <div className="row">
        <Link to="/setup" className="button primary">
          {t('setup.go-on')}
        </Link>
        <button
          type="button"
          className="button"
          onClick={() => {
            writePreference('setup', 'hidden')
            hide(true)
          }}
        >
          {t('setup.hide')}
        </button>
      </div>
    </section>
  )
}
