import type { Middleware } from 'koa'
import { type ApiError, notFound } from '../http/api-error.ts'
import { BASE } from '../http/base.ts'
import type { ApiState } from '../http/context.ts'
import { toApiError } from '../http/error-handler.ts'
import { SCIM_TYPE } from './answer.ts'
import { ScimError, type ScimType } from './errors.ts'
import { SCIM } from './routes.ts'

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error'
const DETAILS_MAX = 5

/** Answers errors of the SCIM service in the form of RFC 7644, 3.12, which its clients read. */
export function scimErrors(): Middleware<ApiState> {
  return async (ctx, next) => {
    if (!isScim(ctx.path)) return next()
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw notFound('Path')
    } catch (error) {
      const answer = toApiError(error)
      if (answer !== error) ctx.state.logger.error({ err: error, code: answer.code }, 'request failed')
      ctx.status = answer.status
      ctx.set(answer.headers)
      ctx.body = bodyOf(answer)
      ctx.type = SCIM_TYPE
    }
  }
}

function isScim(path: string): boolean {
  return [SCIM, `${BASE}${SCIM}`].some((root) => path === root || path.startsWith(`${root}/`))
}

function bodyOf(error: ApiError) {
  const scimType = scimTypeOf(error)
  const details = (error.details ?? []).slice(0, DETAILS_MAX).map(({ path, message }) => `${path} ${message}`)
  return {
    schemas: [ERROR_SCHEMA],
    status: String(error.status),
    ...(scimType !== undefined && { scimType }),
    detail: [error.message, ...details].join('; '),
  }
}

function scimTypeOf(error: ApiError): ScimType | undefined {
  if (error instanceof ScimError) return error.scimType
  return error.status === 400 ? 'invalidSyntax' : undefined
}
