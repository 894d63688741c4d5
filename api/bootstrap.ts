import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { SecretFiles } from '../config/secret-files.ts'
import type { Settings } from '../config/settings.ts'
import type { Scope } from '../core/model/service-token.ts'
import { SERVICE_TOKEN_PREFIX } from './auth/authenticate.ts'
import type { Passwords } from './auth/passwords.ts'
import { hashToken, secretToken } from './ids.ts'
import type { Store, Tenant } from './store/store.ts'

const DEFAULT_TENANT = 'default'
const JWT_SECRET_BYTES = 48
const PROXY_TOKEN_FILE = 'proxy-token'
const PROXY_TOKEN_NAME = 'built-in proxy'
const PROXY_SCOPES: readonly Scope[] = ['record', 'policies']
const PASSWORD_LENGTH = 20

export interface FirstAdmin {
  readonly email: string
  /** Where WEIR_ADMIN_PASSWORD did not give one. Kept nowhere else: who starts the API prints it once. */
  readonly generatedPassword?: string
}

/** The key that signs sessions: the operator's, or one made at first start. */
export function loadJwtSecret(settings: Pick<Settings, 'jwtSecret'>, secrets: SecretFiles): string {
  return (
    settings.jwtSecret ?? secrets.readOrCreate('jwt-secret', () => randomBytes(JWT_SECRET_BYTES).toString('base64url'))
  )
}

/** The first tenant, made where there is none: the one that a proxy beside the API records for. */
export async function ensureTenant(store: Pick<Store, 'tenants'>, now: Date): Promise<Tenant> {
  const [first] = await store.tenants.list()
  if (first !== undefined) return first
  const tenant = { id: randomUUID(), name: DEFAULT_TENANT, created_at: now.toISOString() }
  await store.tenants.insert(tenant)
  return tenant
}

/** Makes the tenant's first admin where it has no user at all. */
export async function ensureAdmin(
  store: Pick<Store, 'users'>,
  passwords: Passwords,
  tenant: Tenant,
  admin: Pick<Settings, 'adminEmail' | 'adminPassword'>,
  now: Date,
): Promise<FirstAdmin | undefined> {
  if ((await store.users.count(tenant.id)) > 0) return undefined
  const password = admin.adminPassword ?? generatePassword()
  await store.users.insert({
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
    invited_by: null,
    invitation: null,
  })
  return { email: admin.adminEmail, ...(admin.adminPassword === undefined && { generatedPassword: password }) }
}

/** The token of the proxy that runs beside this API: the one on disk while it is good, else a new one in its place. */
export async function ensureProxyToken(
  store: Pick<Store, 'serviceTokens'>,
  secrets: SecretFiles,
  tenant: Tenant,
  now: Date,
): Promise<string> {
  const known = secrets.read(PROXY_TOKEN_FILE)
  if (known !== undefined && (await isProxyToken(store, known, tenant))) return known
  // One of this name whose secret is lost, or was not written before a crash.
  const old = await store.serviceTokens.findByName(tenant.id, PROXY_TOKEN_NAME)
  if (old !== undefined) await store.serviceTokens.delete(tenant.id, old.id)
  const token = secretToken(SERVICE_TOKEN_PREFIX)
  await store.serviceTokens.insert({
    id: randomUUID(),
    tenant_id: tenant.id,
    name: PROXY_TOKEN_NAME,
    scopes: PROXY_SCOPES,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    created_by: 'weir',
  })
  secrets.write(PROXY_TOKEN_FILE, token)
  return token
}

async function isProxyToken(store: Pick<Store, 'serviceTokens'>, token: string, tenant: Tenant): Promise<boolean> {
  const record = await store.serviceTokens.findByHash(hashToken(token))
  return record?.tenant_id === tenant.id && PROXY_SCOPES.every((scope) => record.scopes.includes(scope))
}

/** Letters and digits that nobody mistakes for one another, at least one of each kind the rules ask for. */
function generatePassword(): string {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const
  const all = kinds.join('')
  for (;;) {
    const password = Array.from({ length: PASSWORD_LENGTH }, () => all.charAt(randomInt(all.length))).join('')
    if (kinds.every((kind) => [...password].some((character) => kind.includes(character)))) return password
  }
}
