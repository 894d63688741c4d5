import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Settings } from '../config/settings.ts'
import type { Scope } from '../core/model/service-token.ts'
import { SERVICE_TOKEN_PREFIX } from './auth/authenticate.ts'
import type { Passwords } from './auth/passwords.ts'
import { hashToken, secretToken } from './ids.ts'
import type { SecretFiles } from './secrets.ts'
import type { Store } from './store/store.ts'

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

/** @returns the id of the first tenant, made where there is none */
export async function ensureTenant(store: Pick<Store, 'tenants'>, now: Date): Promise<string> {
  const [first] = await store.tenants.list()
  if (first !== undefined) return first.id
  const tenant = { id: randomUUID(), name: DEFAULT_TENANT, created_at: now.toISOString() }
  await store.tenants.insert(tenant)
  return tenant.id
}

/** Makes the first admin where there is no user at all. */
export async function ensureAdmin(
  store: Pick<Store, 'users'>,
  passwords: Passwords,
  settings: Pick<Settings, 'adminEmail' | 'adminPassword'>,
  tenantId: string,
  now: Date,
): Promise<FirstAdmin | undefined> {
  if (await store.users.any()) return undefined
  const password = settings.adminPassword ?? generatePassword()
  await store.users.insert({
    id: randomUUID(),
    tenant_id: tenantId,
    email: settings.adminEmail,
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
  return { email: settings.adminEmail, ...(settings.adminPassword === undefined && { generatedPassword: password }) }
}

/** The token of the proxy that runs beside this API: the one on disk while it is good, else a new one in its place. */
export async function ensureProxyToken(
  store: Pick<Store, 'serviceTokens'>,
  secrets: SecretFiles,
  tenantId: string,
  now: Date,
): Promise<string> {
  const known = secrets.read(PROXY_TOKEN_FILE)
  if (known !== undefined && (await isProxyToken(store, known, tenantId))) return known
  await removeOldProxyToken(store, tenantId)
  const token = secretToken(SERVICE_TOKEN_PREFIX)
  await store.serviceTokens.insert({
    id: randomUUID(),
    tenant_id: tenantId,
    name: PROXY_TOKEN_NAME,
    scopes: PROXY_SCOPES,
    token_hash: hashToken(token),
    created_at: now.toISOString(),
    created_by: 'weir',
  })
  secrets.write(PROXY_TOKEN_FILE, token)
  return token
}

async function isProxyToken(store: Pick<Store, 'serviceTokens'>, token: string, tenantId: string): Promise<boolean> {
  const record = await store.serviceTokens.findByHash(hashToken(token))
  return record?.tenant_id === tenantId && PROXY_SCOPES.every((scope) => record.scopes.includes(scope))
}

/** Its secret is lost, and it holds the name. */
async function removeOldProxyToken(store: Pick<Store, 'serviceTokens'>, tenantId: string): Promise<void> {
  const old = await store.serviceTokens.findByName(tenantId, PROXY_TOKEN_NAME)
  if (old !== undefined) await store.serviceTokens.delete(tenantId, old.id)
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
