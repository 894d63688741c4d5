import type { Middleware } from 'koa'
import { ApiError, notFound } from './api-error.ts'
import type { ApiState } from './context.ts'

/** The one place that turns errors into answers. What is not an ApiError is our fault, and its text stays in the log. */
export function errorHandler(): Middleware<ApiState> {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) throw notFound('Path')
    } catch (error) {
      const answer = error instanceof ApiError ? error : internalError()
      if (!(error instanceof ApiError)) ctx.state.logger.error({ err: error, code: 'ERR_INTERNAL' }, 'request failed')
      ctx.status = answer.status
      ctx.set(answer.headers)
      ctx.body = {
        error: answer.message,
        ...(answer.details !== undefined && { details: answer.details }),
        request_id: ctx.state.requestId,
      }
    }
  }
}

function internalError(): ApiError {
  return new ApiError(500, 'ERR_INTERNAL', 'Something went wrong on our side: the log has it under this request_id')
}
