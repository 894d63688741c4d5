import type { Middleware } from 'koa'
import { unsupportedMediaType } from './api-error.ts'
import { readBodyText } from './body-text.ts'
import type { ApiState } from './context.ts'
import { parseBody } from './json-text.ts'

const JSON_TYPE = 'application/json'
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** Reads a JSON body of at most `limit` bytes, after decoding, into ctx.state.body; an empty one is a missing one. */
export function jsonBody(limit: number, types: readonly string[] = []): Middleware<ApiState> {
  const taken = [JSON_TYPE, ...types]
  return async (ctx, next) => {
    // A missing body, which `is` knows by null or by a length of 0, is not one of the wrong type.
    const type = ctx.is(taken)
    if (ctx.request.length !== 0 && type === false) throw unsupportedMediaType()
    if (typeof type === 'string' && WITH_BODY.has(ctx.method)) {
      const text = await readBodyText(ctx.req, limit)
      if (text !== '') ctx.state.body = parseBody(text)
    }
    await next()
  }
}
