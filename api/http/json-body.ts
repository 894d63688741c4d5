import type { Middleware } from 'koa'
import { type ApiError, badRequest, payloadTooLarge, unsupportedMediaType } from './api-error.ts'
import type { ApiState } from './context.ts'

const JSON_TYPE = 'application/json'

/** Reads a JSON body of at most `limit` bytes, after decoding, into ctx.request.body. */
export function jsonBody(limit: number, types: readonly string[] = []): Middleware<ApiState> {
  const taken = [JSON_TYPE, ...types]
  let parse: Promise<Middleware> | undefined
  return async (ctx, next) => {
    // A missing body, which `is` knows by null or by a length of 0, is not one of the wrong type.
    if (ctx.request.length !== 0 && ctx.is(taken) === false) throw unsupportedMediaType()
    parse ??= createParser(limit, taken)
    await (await parse)(ctx as never, next)
  }
}

/** The parser takes nine megabytes, which are not needed before the first body comes. */
async function createParser(limit: number, types: string[]): Promise<Middleware> {
  const { HttpMethodEnum, koaBody } = await import('koa-body')
  return koaBody({
    json: true,
    jsonTypes: types,
    jsonLimit: limit,
    // A body such as "null", neither object nor array, is left to the schema, whose error says what is expected.
    jsonStrict: false,
    text: false,
    urlencoded: false,
    multipart: false,
    parsedMethods: [HttpMethodEnum.POST, HttpMethodEnum.PUT, HttpMethodEnum.PATCH],
    onError: (error, ctx) => {
      const items = withoutPoisoned(error)
      if (items === undefined) throw toApiError(error, limit)
      ctx.request.body = items as Exclude<typeof ctx.request.body, undefined>
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

/**
 * The parser refuses all of a text in which a field is called so. Of an array the other items count: it is a batch.
 * @returns undefined if the text is no array, or its error is another one
 */
function withoutPoisoned(error: Error): unknown[] | undefined {
  const { body } = error as { body?: unknown }
  if (!(error instanceof SyntaxError) || typeof body !== 'string') return undefined
  const items = parseArray(body)
  return items?.some(isPoisoned) === true ? items.map((item) => (isPoisoned(item) ? null : item)) : undefined
}

function parseArray(text: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    return Array.isArray(parsed) ? parsed : undefined
  } catch {
    // Not valid for another reason, which the caller tells.
    return undefined
  }
}

/** Without recursion: items may be nested as deeply as their size allows. */
function isPoisoned(item: unknown): boolean {
  const open = [item]
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return true
    for (const inner of Object.values(value)) open.push(inner)
  }
  return false
}
