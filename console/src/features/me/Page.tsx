import { type FormEvent, useState } from 'react'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { readPreference, writePreference } from '../../session/preferences.ts'
import { changeUser } from '../../session/session.ts'
import { useSession } from '../../session/use-session.ts'
import { Field } from '../../ui/Field.tsx'
import { LanguageChoice } from '../../ui/LanguageChoice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { ProxyToken } from '../../ui/ProxyToken.tsx'
import { remedyOf } from '../../ui/States.tsx'
import { ThemeChoice } from '../../ui/ThemeChoice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { Untrusted } from '../../ui/Untrusted.tsx'
import { failureOf } from '../../wire/failure.ts'
import { Password } from './Password.tsx'
import { SecondFactor } from './SecondFactor.tsx'
import { OwnSessions } from './Sessions.tsx'
import { SingleSignOn } from './SingleSignOn.tsx'

export function MePage() {
  const session = useSession()
  if (session.state !== 'in') return null
  const { email, role } = session.user
  return (
    <>
      <PageHead
        title={t('nav.me')}
        sentence={
          <>
            <Untrusted text={email} /> · {t(`role.${role}`)}
          </>
        }
      />
      <div className="grid-2">
        <Name first={session.user.display_name} />
        <Password />
        <ProxyToken
          help={t('me.proxy-token-help')}
          make={() => take(api.POST('/users/me/proxy-token'))}
          revoke={() => take(api.DELETE('/users/me/proxy-token'))}
        />
        <SecondFactor />
        <SingleSignOn />
        <OwnSessions />
        <section className="card stack">
          <h2>{t('me.console')}</h2>
          <ThemeChoice />
          <LanguageChoice />
          <Keys />
        </section>
      </div>
    </>
  )
}

function Name({ first }: { readonly first: string }) {
  const [name, setName] = useState(first)
  async function submit(event: FormEvent) {
    event.preventDefault()
    try {
      changeUser(await take(api.PUT('/users/me', { body: { display_name: name } })))
      toast(t('me.saved'))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
  }
  return (
    <form className="card stack" onSubmit={submit}>
      <h2>{t('me.profile')}</h2>
      <Field label={t('column.name')} maxLength={200} value={name} onChange={({ target }) => setName(target.value)} />
      <div>
        <button type="submit" className="button primary">
          {t('me.save')}
        </button>
      </div>
    </form>
  )
}

function Keys() {
  const [isOn, setOn] = useState(readPreference('keys') !== 'off')
  return (
    <label className="row">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          writePreference('keys', target.checked ? undefined : 'off')
          setOn(target.checked)
        }}
      />
      {t('me.keys')}
    </label>
  )
}
