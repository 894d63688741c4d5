import { randomUUID } from 'node:crypto'
import { SERVICE_TOKEN_PREFIX } from '../api/auth/authenticate.ts'
import { toDetails } from '../api/http/details.ts'
import { hashToken, secretToken } from '../api/ids.ts'
import { DuplicateError } from '../api/store/errors.ts'
import type { Audited } from '../api/store/outbox.ts'
import type { ServiceTokenRecord } from '../api/store/service-token-store.ts'
import type { Store } from '../api/store/store.ts'
import { WeirError } from '../core/errors.ts'
import { ServiceTokenCreate } from '../core/model/service-token.ts'
import type { Command, Option } from './command.ts'
import { UsageError } from './errors.ts'
import { audited, findTenant, TENANT, withStore } from './with-store.ts'

const PAGE = { offset: 0, limit: 500 }
const NAME: Option = { name: 'name', value: 'NAME', required: true, meaning: 'the name of the token' }

class TokenError extends WeirError {
  constructor(message: string) {
    super('ERR_TOKEN', message)
  }
}

export const createToken: Command = {
  name: 'token create',
  summary:
    'Creates a service token for a proxy, an extension or a provisioning client. The token is printed only once.',
  options: [
    TENANT,
    NAME,
    {
      name: 'scopes',
      value: 'SCOPES',
      required: true,
      meaning: 'a comma-separated list of record, classify, policies, scim; a proxy needs record,policies',
    },
  ],
  needsDatabase: true,
  async run(call) {
    const parsed = ServiceTokenCreate.safeParse({ name: call.text('name'), scopes: call.text('scopes').split(',') })
    if (!parsed.success) {
      const problems = toDetails(parsed.error.issues).map(({ path, message }) => `--${path.split('.')[0]} ${message}`)
      throw new UsageError(problems.join('\n'))
    }
    return withStore(call.settings, async (store) => {
      const tenant = await findTenant(store, call)
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
        await store.serviceTokens.insert(record, effects(store, 'service_token.created'))
      } catch (error) {
        if (!(error instanceof DuplicateError)) throw error
        throw new TokenError(`There is a token named ${JSON.stringify(record.name)} already`)
      }
      return { text: `${token}\n`, json: { ...presented(record), token } }
    })
  },
}

export const listTokens: Command = {
  name: 'token list',
  summary:
    'Lists the newest 500 service tokens of a tenant, one per line, with id, name and scopes, without the secret.',
  options: [TENANT],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { id } = await findTenant(store, call)
      const { items } = await store.serviceTokens.list(id, PAGE)
      return {
        text: items.map((token) => `${token.id}  ${token.name}  ${token.scopes.join(',')}\n`).join(''),
        json: items.map(presented),
      }
    }),
}

export const deleteToken: Command = {
  name: 'token delete',
  summary: 'Revokes a service token at once, also in running servers.',
  options: [TENANT, NAME],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const name = call.text('name')
      const { id } = await findTenant(store, call)
      const token = await store.serviceTokens.findByName(id, name)
      const deleted = token && (await store.serviceTokens.delete(id, token.id, effects(store, 'service_token.deleted')))
      if (deleted === undefined) throw new TokenError(`There is no token named ${JSON.stringify(name)}`)
      return { text: `${deleted.id}  ${deleted.name}\n`, json: presented(deleted) }
    }),
}

function presented({ id, name, scopes, created_at }: ServiceTokenRecord) {
  return { id, name, scopes, created_at }
}

function effects(store: Store, action: string): Audited<ServiceTokenRecord> {
  return audited(store, ({ id, name, scopes }) => {
    return { action, target_type: 'service_token', target_id: id, details: { name, scopes: [...scopes] } }
  })
}
