import { api, take } from '../../api/client.ts'
import { textOf, whoOf } from '../../explain/metadata.ts'
import { ExportButton } from '../../ui/ExportButton.tsx'
import type { InteractionItem } from '../../wire/types.ts'
import { type Search, toQuery } from './query.ts'

const COLUMNS = ['id', 'timestamp', 'action', 'service', 'types', 'risk', 'who', 'model', 'source']

export function Export({ search }: { readonly search: Search }) {
  async function begin() {
    // The period is the same one for all pages.
    const now = Date.now()
    return {
      facts: [new URLSearchParams(location.search).toString()],
      read: async (page: number, limit: number) => {
        const query = { ...toQuery(search, now), limit, page }
        const { data, total } = await take(api.GET('/interactions', { params: { query } }))
        return { rows: data.map(rowOf), total }
      },
    }
  }
  return <ExportButton file="interactions.csv" columns={COLUMNS} begin={begin} />
}

function rowOf(item: InteractionItem): string[] {
  const types = [...new Set(item.classifications.map(({ type }) => type))].join(' ')
  return [
    ...[item.id, item.timestamp, item.enforced_action, item.platform_id, types, String(item.risk_score)],
    ...[whoOf(item), textOf(item.content_metadata.model), item.source],
  ]
}
