import type { Middleware } from 'koa'
import { type ApiError, badRequest, payloadTooLarge, unsupportedMediaType } from './api-error.ts'
import type { ApiState } from './context.ts'
import { parseBody } from './json-text.ts'

const JSON_TYPE = 'application/json'

/** Reads a JSON body of at most `limit` bytes, after decoding, into ctx.request.body. */
export function jsonBody(limit: number, types: readonly string[] = []): Middleware<ApiState> {
  const taken = [JSON_TYPE, ...types]
  let parse: Promise<Middleware> | undefined
  return async (ctx, next) => {
    // A missing body, which `is` knows by null or by a length of 0, is not one of the wrong type.
    if (ctx.request.length !== 0 && ctx.is(taken) === false) throw unsupportedMediaType()
    parse ??= createParser(limit, taken)
    await (await parse)(ctx as never, () => {
      const body: unknown = ctx.request.body
      if (typeof body === 'string' && body !== '')
        ctx.request.body = parseBody(body) as Exclude<typeof ctx.request.body, undefined>
      return next()
    })
  }
}

/** The parser takes nine megabytes, which are not needed before the first body comes. */
async function createParser(limit: number, types: string[]): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  return koaBody({
    json: false,
    // As text: what it may hold is bounded before it is parsed.
    text: true,
    textTypes: types,
    textLimit: limit,
    urlencoded: false,
    multipart: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
    onError: (error) => {
      throw toApiError(error, limit)
    },
  })
}

/** The errors of raw-body and inflation carry what a client sent at times: none of their messages is passed on. */
function toApiError(error: Error, limit: number): ApiError {
  const { status, type, code } = error as { status?: unknown; type?: unknown; code?: unknown }
  if (status === 413) return payloadTooLarge(limit)
  if (status === 415) return unsupportedMediaType()
  if (type === 'request.aborted') return badRequest('The request ended before its body was complete')
  // zlib's errors for a body that is not compressed as it claims, or is cut short.
  if (/^Z_|^ERR__ERROR_|^ZSTD_/.test(String(code))) {
    return badRequest('The request body cannot be decompressed as its Content-Encoding says')
  }
  return badRequest('The request body cannot be read')
}
