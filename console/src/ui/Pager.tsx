import { t } from '../i18n/language.ts'

interface Props {
  readonly page: number
  readonly limit: number
  readonly total: number
  readonly onPage: (page: number) => void
}

export function Pager({ page, limit, total, onPage }: Props) {
  const pages = Math.max(1, Math.ceil(total / limit))
  const from = total === 0 ? 0 : (page - 1) * limit + 1
  return (
    <nav className="row" aria-label={t('pager.label')}>
      <span className="muted small grow">{t('pager.range', { from, to: Math.min(page * limit, total), total })}</span>
      <button type="button" className="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('pager.previous')}
      </button>
      <button type="button" className="button" disabled={page >= pages} onClick={() => onPage(page + 1)}>
        {t('pager.next')}
      </button>
    </nav>
  )
}
