import { createHash } from 'node:crypto'
import type { RequestOptions, TestApi } from '../../support/api.ts'

export type InteractionJson = Record<string, unknown> & { id: string; timestamp: string; risk_score: number }
export interface ListJson {
  data: InteractionJson[]
  total: number
  limit: number
  offset: number
}

export const HASH = createHash('sha256').update('a prompt').digest('hex')
export const MINIMAL = { platform_id: 'openai-api', content_hash: HASH }
export const finding = (type: string, fields: object = {}) => ({
  type,
  value: '***',
  score: 1,
  start: 0,
  end: 3,
  ...fields,
})

export const asAdmin = (api: TestApi, options: RequestOptions = {}): RequestOptions => ({
  token: api.admin,
  ...options,
})
export const asProxy = (api: TestApi, options: RequestOptions = {}): RequestOptions => ({
  token: api.server.internalToken,
  ...options,
})
export const post = (api: TestApi, json: unknown, as = asAdmin) =>
  api.request<InteractionJson>('POST', '/interactions', as(api, { json }))
