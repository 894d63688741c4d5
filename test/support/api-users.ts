import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ADMIN_PASSWORD, type TestApi } from './api.ts'

export interface TestUser {
  readonly id: string
  readonly tenant_id: string
  readonly email: string
  /** The user's session. */
  readonly token: string
}

/** Every mail that lies in the outbox, oldest first. */
export function readOutbox(api: Pick<TestApi, 'settings'>): string[] {
  const folder = join(api.settings.dataDir, 'outbox')
  const names = readdirSync(folder).filter((name) => name.endsWith('.eml'))
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'))
}

/** The token of the newest invitation to this address. */
export function invitationToken(api: Pick<TestApi, 'settings'>, email: string): string {
  const mail = readOutbox(api).findLast((text) => text.includes(`To: ${email}\r\n`))
  const token = /^\S+\/accept-invitation#token=(\S+)\r$/m.exec(mail ?? '')?.[1]
  if (token === undefined) throw new Error(`no invitation to ${email} in the outbox`)
  return token
}

/** A user who has accepted an invitation, with ADMIN_PASSWORD as password. */
export async function inviteAndAccept(api: TestApi, email: string, role: 'admin' | 'viewer'): Promise<TestUser> {
  const invited = await api.request('POST', '/users/invite', { token: api.admin, json: { email, role } })
  if (invited.status !== 201) throw new Error(`inviting answered ${invited.status}`)
  const json = { token: invitationToken(api, email), password: ADMIN_PASSWORD }
  const accepted = await api.request<{ token: string; user: Omit<TestUser, 'token'> }>(
    'POST',
    '/auth/accept-invitation',
    {
      json,
    },
  )
  if (accepted.status !== 200) throw new Error(`accepting answered ${accepted.status}`)
  return { ...accepted.json.user, token: accepted.json.token }
}
