import { randomUUID } from 'node:crypto'
import type { Settings } from '../../config/settings.ts'
import { WeirError } from '../../core/errors.ts'
import { ServiceTokenCreate } from '../../core/model/service-token.ts'
import { SERVICE_TOKEN_PREFIX } from '../auth/authenticate.ts'
import { toDetails } from '../http/details.ts'
import { hashToken, secretToken } from '../ids.ts'
import { DuplicateError } from '../store/errors.ts'
import type { ServiceTokenRecord, Store } from '../store/store.ts'
import { requiredOptions, UsageError } from './usage.ts'
import { findTenant, withStore, writeDown } from './with-store.ts'

const PAGE = { offset: 0, limit: 500 }

class TokenError extends WeirError {
  constructor(message: string) {
    super('ERR_TOKEN', message)
  }
}

/**
 * `token create`: a service token for a proxy or an extension, shown this once.
 * @throws UsageError; UnknownTenantError; TokenError where the name is taken
 */
export function createToken(settings: Settings, args: readonly string[]): Promise<string> {
  const options = requiredOptions(args, ['tenant', 'name', 'scopes'])
  const parsed = ServiceTokenCreate.safeParse({ name: options.name, scopes: options.scopes.split(',') })
  if (!parsed.success) {
    const problems = toDetails(parsed.error.issues).map(({ path, message }) => `--${path.split('.')[0]} ${message}`)
    throw new UsageError(problems.join('\n'))
  }
  return withStore(settings, async (store) => {
    const tenant = await findTenant(store, options.tenant)
    const token = secretToken(SERVICE_TOKEN_PREFIX)
    const record: ServiceTokenRecord = {
      ...parsed.data,
      id: randomUUID(),
      tenant_id: tenant.id,
      token_hash: hashToken(token),
      created_at: new Date().toISOString(),
      created_by: 'command line',
    }
    try {
      await store.serviceTokens.insert(record)
    } catch (error) {
      if (!(error instanceof DuplicateError)) throw error
      throw new TokenError(`There is a token named ${JSON.stringify(record.name)} already`)
    }
    await note(store, 'service_token.created', record)
    return `${token}\n`
  })
}

/** `token list --tenant NAME`: the newest 500, one line each, without the secret. */
export function listTokens(settings: Settings, args: readonly string[]): Promise<string> {
  const options = requiredOptions(args, ['tenant'])
  return withStore(settings, async (store) => {
    const { id } = await findTenant(store, options.tenant)
    const { items } = await store.serviceTokens.list(id, PAGE)
    return items.map((token) => `${token.id}  ${token.name}  ${token.scopes.join(',')}\n`).join('')
  })
}

/** `token delete --tenant NAME --name NAME`: revoked at once, in running servers too. */
export function deleteToken(settings: Settings, args: readonly string[]): Promise<string> {
  const options = requiredOptions(args, ['tenant', 'name'])
  return withStore(settings, async (store) => {
    const { id } = await findTenant(store, options.tenant)
    const token = await store.serviceTokens.findByName(id, options.name)
    const deleted = token && (await store.serviceTokens.delete(id, token.id))
    if (deleted === undefined) throw new TokenError(`There is no token named ${JSON.stringify(options.name)}`)
    await note(store, 'service_token.deleted', deleted)
    return `${deleted.id}  ${deleted.name}\n`
  })
}

function note(store: Store, action: string, { tenant_id, id, name, scopes }: ServiceTokenRecord): Promise<void> {
  const details = { name, scopes: [...scopes] }
  return writeDown(store, tenant_id, { action, target_type: 'service_token', target_id: id, details })
}
