import { randomInt, randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { SecretFiles } from '../config/secret-files.ts'
import type { Settings } from '../config/settings.ts'
import type { Scope } from '../core/model/service-token.ts'
import { SERVICE_TOKEN_PREFIX } from './auth/authenticate.ts'
import { hashToken, secretToken } from './ids.ts'
import type { Passwords } from './passwords/passwords.ts'
import { DuplicateError } from './store/errors.ts'
import type { Store } from './store/store.ts'
import type { Tenant } from './store/tenant-store.ts'
import type { UserRecord } from './store/user-store.ts'

const DEFAULT_TENANT = 'default'
const PROXY_TOKEN_FILE = 'proxy-token'
const PROXY_SCOPES: readonly Scope[] = ['record', 'policies']
const PASSWORD_LENGTH = 20
const TOKEN_NAME_MAX = 200

export interface FirstAdmin {
  readonly email: string
  /** Set if WEIR_ADMIN_PASSWORD is not. It is kept nowhere else; the caller prints it once. */
  readonly generatedPassword?: string
}

/**
 * The first tenant, made if there is none: the one that a proxy beside the API records for. Of several processes
 * that start at once on a new database one makes it.
 */
export async function ensureTenant(store: Pick<Store, 'tenants'>, now: Date): Promise<Tenant> {
  const [first] = await store.tenants.list()
  if (first !== undefined) return first
  const tenant = { id: randomUUID(), name: DEFAULT_TENANT, created_at: now.toISOString() }
  if (await isInserted(() => store.tenants.insert(tenant))) return tenant
  return ensureTenant(store, now)
}

/** Creates the tenant's first admin if it has no user at all. */
export async function ensureAdmin(
  store: Pick<Store, 'users'>,
  passwords: Passwords,
  tenant: Tenant,
  admin: Pick<Settings, 'adminEmail' | 'adminPassword'>,
  now: Date,
): Promise<FirstAdmin | undefined> {
  if ((await store.users.count(tenant.id)) > 0) return undefined
  const password = admin.adminPassword ?? generatePassword()
  const user: UserRecord = {
    id: randomUUID(),
    tenant_id: tenant.id,
    email: admin.adminEmail,
    display_name: '',
    role: 'admin',
    status: 'active',
    created_at: now.toISOString(),
    last_login: null,
    password_hash: await passwords.hash(password),
    session_version: 1,
    kept_session: null,
    proxy_token_hash: null,
    identity: null,
    second_factor: null,
    scim: null,
    ended_sessions: [],
    sessions: [],
    invited_by: null,
    invitation: null,
  }
  if (!(await isInserted(() => store.users.insert(user)))) return undefined
  return { email: admin.adminEmail, ...(admin.adminPassword === undefined && { generatedPassword: password }) }
}

/** The token of the proxy that runs beside this API: the one on disk while it is good, else a new one in its place. */
export async function ensureProxyToken(
  store: Pick<Store, 'serviceTokens'>,
  secrets: SecretFiles,
  tenant: Tenant,
  dataDir: string,
  now: Date,
): Promise<string> {
  const known = secrets.read(PROXY_TOKEN_FILE)
  if (known !== undefined && (await isProxyToken(store, known, tenant))) return known
  // Processes that share a database have a proxy and a data directory each; the name tells their tokens apart.
  const name = `built-in proxy, ${hostname()}:${dataDir}`.slice(0, TOKEN_NAME_MAX)
  // One of this name whose secret is lost, or was not written before a crash.
  const old = await store.serviceTokens.findByName(tenant.id, name)
  if (old !== undefined) await store.serviceTokens.delete(tenant.id, old.id)
  const token = secretToken(SERVICE_TOKEN_PREFIX)
  await store.serviceTokens.insert({
    id: randomUUID(),
    tenant_id: tenant.id,
    name,
    scopes: PROXY_SCOPES,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    created_by: 'weir',
  })
  secrets.write(PROXY_TOKEN_FILE, token)
  return token
}

/** @returns false if another process was faster */
async function isInserted(insert: () => Promise<void>): Promise<boolean> {
  try {
    await insert()
    return true
  } catch (error) {
    if (error instanceof DuplicateError) return false
    throw error
  }
}

async function isProxyToken(store: Pick<Store, 'serviceTokens'>, token: string, tenant: Tenant): Promise<boolean> {
  const record = await store.serviceTokens.findByHash(hashToken(token))
  return record?.tenant_id === tenant.id && PROXY_SCOPES.every((scope) => record.scopes.includes(scope))
}

/** Letters and digits that are not easily confused, with at least one of each kind that the rules require. */
function generatePassword(): string {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const
  const all = kinds.join('')
  for (;;) {
    const password = Array.from({ length: PASSWORD_LENGTH }, () => all.charAt(randomInt(all.length))).join('')
    if (kinds.every((kind) => [...password].some((character) => kind.includes(character)))) return password
  }
}
