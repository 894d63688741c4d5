import { t } from '../i18n/language.ts'
import { Away } from '../ui/Away.tsx'
import { Link } from '../ui/Link.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Failure } from '../ui/States.tsx'
import { ApiFailure } from '../wire/failure.ts'
import { PartMissing } from './part.ts'

export function ErrorPage({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  if (error instanceof PartMissing) return <Away again={() => location.reload()} isPage />
  if (error instanceof ApiFailure) return <Failure error={error} again={reset} />
  return (
    <div className="state" role="alert">
      <h1>{t('error.title')}</h1>
      <p>{t('error.broken')}</p>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t('error.again')}
      </button>
    </div>
  )
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
