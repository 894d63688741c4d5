import { t } from '../i18n/language.ts'
import { PageHead } from './PageHead.tsx'

/** What a role may not open, inside the shell: the address stays. */
export function Forbidden({ title }: { readonly title: string }) {
  return <PageHead title={title} sentence={t('error.forbidden')} />
}
