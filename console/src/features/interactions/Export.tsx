import { useState } from 'react'
import { api, take } from '../../api/client.ts'
import { textOf, whoOf } from '../../explain/metadata.ts'
import { t } from '../../i18n/language.ts'
import { csvOf } from '../../text/csv.ts'
import { save } from '../../text/save.ts'
import { remedyOf } from '../../ui/States.tsx'
import { toast } from '../../ui/toasts.tsx'
import { failureOf } from '../../wire/failure.ts'
import type { InteractionItem } from '../../wire/types.ts'
import { type Search, toQuery } from './query.ts'

const PAGE = 500
const MOST = 10_000
const PAUSE_MS = 100

/** The list as a CSV file, made in the browser page by page. */
export function ExportButton({ search }: { readonly search: Search }) {
  const [done, setDone] = useState<number>()
  async function run() {
    const rows: string[][] = [[`Weir ${new Date().toISOString()}`, new URLSearchParams(location.search).toString()]]
    rows.push(['id', 'timestamp', 'action', 'service', 'types', 'risk', 'who', 'model', 'source'])
    try {
      for (let page = 1; rows.length < MOST; page += 1) {
        setDone(rows.length)
        const query = { ...toQuery(search, Date.now()), limit: PAGE, page }
        const { data } = await take(api.GET('/interactions', { params: { query } }))
        rows.push(...data.map(rowOf))
        if (data.length < PAGE) break
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
      save('interactions.csv', csvOf(rows))
    } catch (error) {
      toast(remedyOf(failureOf(error)))
    } finally {
      setDone(undefined)
    }
  }
  return (
    <button type="button" className="button" disabled={done !== undefined} onClick={() => void run()}>
      {done === undefined ? t('export.csv') : t('export.busy', { count: done })}
    </button>
  )
}

function rowOf(item: InteractionItem): string[] {
  const types = [...new Set(item.classifications.map(({ type }) => type))].join(' ')
  return [
    ...[item.id, item.timestamp, item.enforced_action, item.platform_id, types, String(item.risk_score)],
    ...[whoOf(item), textOf(item.content_metadata.model), item.source],
  ]
}
