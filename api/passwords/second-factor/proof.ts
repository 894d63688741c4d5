import { badRequest, forbidden } from '../../http/api-error.ts'
import type { Store } from '../../store/store.ts'
import type { UserRecord } from '../../store/user-store.ts'
import type { Passwords } from '../passwords.ts'
import { codeRequired, refusedCode, type SecondFactorCheck } from './check.ts'

export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/**
 * That it is the user who asks, and not somebody at a browser that was left open: for what would let others in later.
 * @throws ApiError 400 where something is missing, 403 where it is wrong, 429 after too many wrong ones
 */
export async function requireProof(
  store: Pick<Store, 'users'>,
  passwords: Passwords,
  check: SecondFactorCheck,
  user: UserRecord,
  { password, code }: Proof,
): Promise<void> {
  if (user.password_hash === null) return
  const message = 'is required: the one that you sign in with'
  if (password === undefined) throw badRequest('Your password is needed', [{ path: 'password', message }])
  const { second_factor: factor } = user
  const isCodeNeeded = factor?.confirmed === true
  if (isCodeNeeded && code === undefined) throw codeRequired()
  const { password_hash: hash } = user
  if (!(await check.trySignedIn(user, () => passwords.verify(hash, password, 'own')))) throw forbidden('Wrong password')
  if (!isCodeNeeded || code === undefined) return
  const used = await check.useSignedIn(user, factor, code)
  const changes = { second_factor: used, ifSecondFactorVersion: factor.version }
  const updated = await store.users.update(user.tenant_id, user.id, changes, { audit: () => [] })
  if (updated === undefined) throw refusedCode()
}
