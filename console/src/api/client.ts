import createClient from 'openapi-fetch'
import type { paths } from '#schema'
import { BASE, bearer, renew } from '../session/session.ts'
import { ApiFailure } from '../wire/failure.ts'
import { takeEarly } from './early.ts'

/** Sends a request with the session's Bearer; one that has expired is renewed, once. */
async function send(request: Request): Promise<Response> {
  const again = request.clone()
  const first = await withBearer(request)
  return first.status === 401 && (await renew()) ? withBearer(again) : first
}

async function withBearer(request: Request): Promise<Response> {
  const token = bearer()
  if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`)
  try {
    return await (request.method === 'GET' ? (takeEarly(request.url) ?? fetch(request)) : fetch(request))
  } catch {
    throw new ApiFailure(0, undefined)
  }
}

/** Every operation of the API, typed by its own document. */
export const api = createClient<paths>({ baseUrl: BASE, fetch: send })

interface Answer<T> {
  readonly data?: T
  readonly error?: unknown
  readonly response: Response
}

/** @throws ApiFailure for every answer but a success */
export async function take<T>(asked: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await asked
  if (response.ok) return data as NonNullable<T>
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  throw new ApiFailure(response.status, error, Number.isNaN(retryAfter) ? undefined : retryAfter)
}
