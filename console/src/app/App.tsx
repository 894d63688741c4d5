import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { chooseLanguage, type Language, t } from '../i18n/language.ts'
import { LanguageContext } from '../i18n/language-context.ts'
import { watchEvents } from '../live/connection.ts'
import { renew } from '../session/session.ts'
import { useSession } from '../session/use-session.ts'
import { Away } from '../ui/Away.tsx'
import { remedyOf } from '../ui/States.tsx'
import { Toasts, toast } from '../ui/toasts.tsx'
import { failureOf } from '../wire/failure.ts'
import { Enrol } from './Enrol.tsx'
import { queries } from './query-client.ts'
import { router } from './router.tsx'
import { SignIn } from './SignIn.tsx'

export function App() {
  const session = useSession()
  const [version, setVersion] = useState(0)
  const user = session.state === 'in' ? session.user : undefined
  const userId = user?.id
  useEffect(() => (userId === undefined ? undefined : watchEvents(queries)), [userId])
  const choose = async (language: Language) => {
    try {
      await chooseLanguage(language)
      setVersion(version + 1)
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
  }
  return (
    <LanguageContext value={choose}>
      <QueryClientProvider client={queries} key={version}>
        {session.state === 'unknown' && <p className="visually-hidden">{t('state.loading')}</p>}
        {session.state === 'unreachable' && (
          <main className="door">
            <Away again={renew} isPage />
          </main>
        )}
        {session.state === 'out' && <SignIn />}
        {session.state === 'enrol' && <Enrol />}
        {session.state === 'in' && <RouterProvider router={router} key={userId} />}
        <Toasts />
      </QueryClientProvider>
    </LanguageContext>
  )
}
