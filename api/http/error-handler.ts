import type { Middleware } from 'koa'
import { KeysError } from '../keys/keys.ts'
import { StoreUnavailableError } from '../store/errors.ts'
import { ApiError, notFound, unavailable } from './api-error.ts'
import { codedDetail, codeOf } from './codes.ts'
import type { ApiState } from './context.ts'

/** Another process has written by then, or an operator has to look. */
const STORE_RETRY_SECONDS = 5
const KEYS_RETRY_SECONDS = 30

/** The one place that turns errors into answers. Any error other than an ApiError is a fault of Weir, and its text stays in the log. */
export function errorHandler(): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw notFound('Path')
    } catch (error) {
      const answer = toApiError(error)
      if (answer !== error) ctx.state.logger.error({ err: error, code: answer.code }, 'request failed')
      ctx.status = answer.status
      ctx.set(answer.headers)
      ctx.body = {
        error: answer.message,
        ...codeOf(answer.status, answer.message),
        ...(answer.details !== undefined && { details: answer.details.map(codedDetail) }),
        request_id: ctx.state.requestId,
      }
    }
  }
}

/** What is answered where this was thrown. */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof StoreUnavailableError) {
    return unavailable(
      `The database cannot be used at the moment: try again in ${STORE_RETRY_SECONDS} seconds`,
      STORE_RETRY_SECONDS,
    )
  }
  if (error instanceof KeysError) {
    return unavailable('The keys of the server were changed, and its administrator must restart it', KEYS_RETRY_SECONDS)
  }
  return internalError()
}

function internalError(): ApiError {
  return new ApiError(
    500,
    'ERR_INTERNAL',
    'An internal error occurred: the server log describes it under this request_id',
  )
}
