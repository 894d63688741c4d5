import { useState } from 'react'
import { t } from '../i18n/language.ts'
import { failureOf } from '../wire/failure.ts'
import { Secret } from './Secret.tsx'
import { remedyOf } from './States.tsx'
import { toast } from './toasts.tsx'

interface Props {
  readonly help: string
  readonly make: () => Promise<{ readonly token: string }>
  readonly revoke: () => Promise<unknown>
}

/** The proxy token of a person: made, shown once, revoked. */
export function ProxyToken({ help, make, revoke }: Props) {
  const [token, setToken] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  async function run(work: () => Promise<void>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    setBusy(false)
  }
  return (
    <section className="card stack">
      <h2>{t('me.proxy-token')}</h2>
      <p className="muted">{help}</p>
      <div className="row">
        <button
          type="button"
          className="button"
          disabled={isBusy}
          onClick={() => void run(async () => setToken((await make()).token))}
        >
          {t('me.proxy-token-make')}
        </button>
        <button
          type="button"
          className="button danger"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              await revoke()
              setToken(undefined)
              toast(t('me.proxy-token-revoked'))
            })
          }
        >
          {t('proxies.revoke')}
        </button>
      </div>
      {token !== undefined && <Secret title={t('me.proxy-token')} secret={token} onClose={() => setToken(undefined)} />}
    </section>
  )
}
