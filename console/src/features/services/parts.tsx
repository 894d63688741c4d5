import { useQueryClient } from '@tanstack/react-query'
import { api, take } from '../../api/client.ts'
import { t } from '../../i18n/language.ts'
import { useCan } from '../../session/can.ts'
import { remedyOf } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { AiService } from '../../wire/types.ts'

const STATUSES = ['sanctioned', 'tolerated', 'unsanctioned'] as const

/** Whether prompts to it are read: what is only tunnelled is not. */
export function readingOf({ interactions, tunnelled }: AiService): 'yes' | 'partly' | 'no' {
  if (tunnelled === 0) return 'yes'
  return interactions > 0 ? 'partly' : 'no'
}

export function ReadBadge({ service }: { readonly service: AiService }) {
  const reading = readingOf(service)
  return <span className={reading === 'yes' ? 'badge ok' : 'badge coach'}>{t(`read.${reading}`)}</span>
}

/** What the company thinks of it: administrators choose, others read. */
export function ServiceStatus({ service: { platform_id, name, status } }: { readonly service: AiService }) {
  const mayJudge = useCan('judge-services')
  const queries = useQueryClient()
  if (!mayJudge) return t(`status.${status}`)
  async function change(next: string) {
    const known = STATUSES.find((one) => one === next)
    if (known === undefined) return
    try {
      await take(api.PATCH('/inventory/{platform_id}', { params: { path: { platform_id } }, body: { status: known } }))
      toast(t('services.changed'))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    }
    void queries.invalidateQueries({ queryKey: ['inventory'] })
  }
  return (
    <select
      className="input"
      style={{ width: 'auto' }}
      aria-label={t('services.status-of', { name })}
      value={status}
      onChange={({ target }) => void change(target.value)}
    >
      {STATUSES.map((one) => (
        <option key={one} value={one}>
          {t(`status.${one}`)}
        </option>
      ))}
    </select>
  )
}
