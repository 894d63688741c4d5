import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { policies } from '../../api/queries.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Loading } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import type { Condition } from '../../wire/types.ts'
import { Editor } from './Editor.tsx'
import { createPolicy, type Draft } from './mutations.ts'
import { TEMPLATES } from './templates.ts'

const GAP = 10

/** A new policy is a draft: it is looked at before it is enforced. */
export function NewPolicyPage() {
  const search = useSearch({ from: '/policies/new' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const known = useQuery(policies)
  const mayChange = useCan('change-policies')
  if (!mayChange) return <Forbidden title={t('policies.new')} />
  if (known.data === undefined && known.error === null) return <Loading />
  const last = Math.max(0, ...(known.data ?? []).map(({ priority }) => priority))
  const template = TEMPLATES.find(({ id }) => id === search.template)
  const conditions: Condition[] = [
    ...(search.type === undefined
      ? []
      : [{ field: 'classifications', operator: 'contains', value: search.type } as const]),
    ...(search.platform_id === undefined
      ? []
      : [{ field: 'platform_id', operator: 'eq', value: search.platform_id } as const]),
  ]
  const first: Draft = {
    name: template === undefined ? '' : t(template.name),
    description: '',
    rules: template?.rules ?? { action: 'block', conditions },
    enabled: false,
    priority: last + GAP,
  }
  async function save(draft: Draft) {
    const created = await createPolicy(draft)
    void queries.invalidateQueries({ queryKey: ['policies'] })
    toast(t('editor.saved-draft'))
    await navigate({ to: '/policies/$id', params: { id: created.id } })
  }
  return (
    <>
      <PageHead title={t('policies.new')} sentence={t('editor.draft-sentence')} />
      <Editor key={search.template ?? ''} first={first} saveLabel={t('editor.save-draft')} onSave={save} />
    </>
  )
}
