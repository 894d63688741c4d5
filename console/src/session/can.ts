import type { Role } from '../wire/types.ts'
import { useSession } from './use-session.ts'

/** What only administrators may do: others see nothing of it. */
export type Ability =
  | 'change-policies'
  | 'simulate'
  | 'exceptions'
  | 'resolve-alerts'
  | 'erase'
  | 'detectors'
  | 'classify'
  | 'judge-services'
  | 'webhooks'
  | 'users'
  | 'audit'
  | 'settings'
  | 'tokens'

/** As the API decides it (docs/reference/api-rules.md, Roles). */
export function can(role: Role | undefined, _ability: Ability): boolean {
  return role === 'admin'
}

export function useCan(ability: Ability): boolean {
  const session = useSession()
  return session.state === 'in' && can(session.user.role, ability)
}
