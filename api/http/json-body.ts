import type { Middleware } from 'koa'
import { type ApiError, badRequest, payloadTooLarge, unsupportedMediaType } from './api-error.ts'
import type { ApiState } from './context.ts'

/** Reads a JSON body of at most `limit` bytes, after decoding, into ctx.request.body. */
export function jsonBody(limit: number): Middleware<ApiState> {
  let parse: Promise<Middleware> | undefined
  return async (ctx, next) => {
    // A missing body, which `is` knows by null or by a length of 0, is not one of the wrong type.
    if (ctx.request.length !== 0 && ctx.is('application/json') === false) throw unsupportedMediaType()
    parse ??= createParser(limit)
    await (await parse)(ctx as never, next)
  }
}

/** The parser takes nine megabytes, which are not needed before the first body comes. */
async function createParser(limit: number): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  return koaBody({
    json: true,
    jsonTypes: ['application/json'],
    jsonLimit: limit,
    // A body such as "null", neither object nor array, is left to the schema, whose error says what is expected.
    jsonStrict: false,
    text: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
    onError: (error) => {
      throw toApiError(error, limit)
    },
  })
}

/** The errors of raw-body, inflation and JSON.parse carry the body's text at times: none of their messages is passed on. */
function toApiError(error: Error, limit: number): ApiError {
  const { status, type, code } = error as { status?: unknown; type?: unknown; code?: unknown }
  if (status === 413) return payloadTooLarge(limit)
  if (status === 415) return unsupportedMediaType()
  if (type === 'request.aborted') return badRequest('The request ended before its body was complete')
  // zlib's errors for a body that is not compressed as it claims, or is cut short.
  if (/^Z_|^ERR__ERROR_|^ZSTD_/.test(String(code))) {
    return badRequest('The request body cannot be decompressed as its Content-Encoding says')
  }
  // The parser refuses the name, which a careless program would take for a prototype.
  return badRequest('The request body is not valid JSON, or has a field named __proto__')
}
