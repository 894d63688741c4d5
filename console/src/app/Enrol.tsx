import { useState } from 'react'
import { SecondFactor } from '../features/me/SecondFactor.tsx'
import { t } from '../i18n/language.ts'
import { renew, signOut } from '../session/session.ts'

/** All that an administrator sees who is asked for a second factor and has none. */
export function Enrol() {
  const [isOn, setOn] = useState(false)
  return (
    <main className="door">
      <div className="stack">
        <h1>{t('enrol.title')}</h1>
        <p className="muted">{t('enrol.help')}</p>
        <SecondFactor onTurnedOn={() => setOn(true)} />
        <div className="row">
          {isOn && (
            <button type="button" className="button primary" onClick={() => void renew()}>
              {t('enrol.continue')}
            </button>
          )}
          <button type="button" className="button" onClick={() => void signOut()}>
            {t('shell.sign-out')}
          </button>
        </div>
      </div>
    </main>
  )
}
