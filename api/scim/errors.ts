import { ApiError } from '../http/api-error.ts'

/** The words of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** An answer other than success, with the word that provisioning clients look at. */
export class ScimError extends ApiError {
  readonly scimType: ScimType

  constructor(scimType: ScimType, message: string) {
    super(scimType === 'uniqueness' ? 409 : 400, 'ERR_SCIM', message)
    this.scimType = scimType
  }
}
