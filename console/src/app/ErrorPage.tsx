import { t } from '../i18n/language.ts'
import { Link } from '../ui/Link.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Failure } from '../ui/States.tsx'

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return <Failure error={error} again={reset} />
}

export function GonePage() {
  return (
    <>
      <PageHead title={t('gone.title')} sentence={t('gone.sentence')} />
      <Link to="/" className="button">
        {t('gone.home')}
      </Link>
    </>
  )
}
