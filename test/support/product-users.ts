import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Weir } from './weir.ts'
import { until } from './wire.ts'

export interface ProxyUser {
  readonly id: string
  readonly email: string
  /** What curl takes as --proxy-user: the address and a fresh proxy token. */
  readonly credentials: string
}

/** Invites a person, who accepts by the mail in the outbox, and makes their proxy token. */
export async function addProxyUser(weir: Weir, email: string): Promise<ProxyUser> {
  const { json: user } = await weir.api<{ id: string }>('POST', '/users/invite', { email, role: 'viewer' })
  const outbox = join(weir.dataDir, 'outbox')
  let token: string | undefined
  await until(
    () => {
      for (const file of readdirSync(outbox).filter((name) => name.endsWith('.eml'))) {
        const mail = readFileSync(join(outbox, file), 'utf8').replaceAll('=\r\n', '').replaceAll('=3D', '=')
        if (mail.includes(email)) token = /accept-invitation#token=([\w-]+)/.exec(mail)?.[1] ?? token
      }
      return token !== undefined
    },
    () => `no invitation of ${email} is in ${outbox}`,
  )
  const accepted = await weir.api('POST', '/auth/accept-invitation', { token, password: 'Quiet-Harbour-42' })
  if (accepted.status !== 200) throw new Error(`the invitation was answered with ${accepted.status}`)
  return { id: user.id, email, credentials: `${email}:${await newProxyToken(weir, user.id)}` }
}

export async function newProxyToken(weir: Weir, userId: string): Promise<string> {
  const { status, json } = await weir.api<{ token: string }>('POST', `/users/${userId}/proxy-token`)
  if (status !== 201) throw new Error(`creating a proxy token was answered with ${status}`)
  return json.token
}
