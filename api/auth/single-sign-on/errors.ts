import { WeirError } from '../../../core/errors.ts'

/**
 * Why somebody whom the provider knows is not let in, or why it could not be asked. The page that the browser is sent back
 * to shows a sentence for each (console/src/app/SignIn.tsx).
 */
export type Refusal =
  /** The browser did not begin this attempt, or began it too long ago. */
  | 'expired'
  /** The provider refused: it was called off, or this person may not use Weir. */
  | 'denied'
  /** The provider did not answer, or not as OpenID Connect says. */
  | 'provider'
  | 'no-role'
  | 'no-tenant'
  | 'no-email'
  /** The provider does not say that the e-mail address is this person's. */
  | 'unverified'
  /** A user with this address exists and is an administrator, who links the two after signing in otherwise. */
  | 'link-first'
  /** The identity belongs to another user, or the user has another identity. */
  | 'linked-elsewhere'
  | 'inactive'
  /** The provider says viewer, and the tenant would be without an admin. */
  | 'last-admin'

export class SignOnRefusedError extends WeirError {
  readonly refusal: Refusal

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super('ERR_SIGN_ON', `Single sign-on was refused: ${refusal}`, options)
    this.refusal = refusal
  }
}
