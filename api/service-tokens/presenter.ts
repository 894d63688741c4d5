import type { ServiceToken } from '../../core/model/service-token.ts'
import type { ServiceTokenRecord } from '../store/service-token-store.ts'

export function presentServiceToken(token: ServiceTokenRecord): ServiceToken {
  const { id, name, scopes, created_at, created_by } = token
  return { id, name, scopes: [...scopes], created_at, created_by }
}
