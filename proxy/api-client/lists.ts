import type { z } from 'zod'
import type { ApiAnswer, ApiConnection } from './connection.ts'
import { ApiError } from './errors.ts'

/** The API's largest page (specification, Pagination). */
export const ITEMS_PER_PAGE = 500

/** Undefined if what is there is that of `etag`. */
export async function getUnlessKnown(
  connection: ApiConnection,
  path: string,
  etag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<ApiAnswer | undefined> {
  const headers: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
  const answer = await connection.request({ method: 'GET', path, headers, signal })
  if (answer === undefined && etag === undefined) {
    throw connection.unexpected('answered 304 to an unconditional request')
  }
  return answer
}

/** A list that fits one page of the API's. */
interface List<T> {
  readonly path: string
  readonly query?: string
  readonly schema: z.ZodType<T>
}

/** Undefined if the list is that of `etag`; without a list if the API is older than such lists are. */
export async function readList<T>(
  connection: ApiConnection,
  { path, query, schema }: List<T>,
  etag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ readonly etag: string | undefined; readonly list: T | undefined } | undefined> {
  try {
    const all = `${path}?${query === undefined ? '' : `${query}&`}limit=${ITEMS_PER_PAGE}`
    const answer = await getUnlessKnown(connection, all, etag, signal)
    if (answer === undefined) return undefined
    const parsed = schema.safeParse(answer.json)
    if (!parsed.success) throw connection.unexpected(`gave no list of ${path.slice(1).replace('-', ' ')}`)
    return { etag: answer.etag, list: parsed.data }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    return { etag: undefined, list: undefined }
  }
}
