/** What the API answered instead of what was asked for; status 0 where no answer came. */
export class ApiFailure extends Error {
  readonly status: number
  readonly details: readonly Detail[]
  readonly code: string | undefined
  readonly params: Params
  readonly requestId: string | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: unknown, retryAfter?: number) {
    // What stands before the API may have answered instead, in a shape of its own.
    const { error, code, params, details, request_id } = (typeof body === 'object' && body !== null ? body : {}) as {
      error?: unknown
      code?: unknown
      params?: unknown
      details?: unknown
      request_id?: unknown
    }
    super(typeof error === 'string' ? error : `HTTP ${status}`)
    this.name = 'ApiFailure'
    this.status = status
    this.details = Array.isArray(details) ? details.flatMap(detailOf) : []
    this.code = codeOf(code)
    this.params = paramsOf(params)
    this.requestId = typeof request_id === 'string' ? request_id : undefined
    this.retryAfter = retryAfter
  }

  /** Nothing answered, or something before the API that could not reach it: the API's own refusals have a code. */
  get isAway(): boolean {
    return this.status === 0 || (this.code === undefined && [502, 503, 504].includes(this.status))
  }
}

type Params = Readonly<Record<string, string | number>>

/** What is wrong with a field, and where. */
export interface Detail {
  readonly path: string
  readonly message: string
  readonly code: string | undefined
  readonly params: Params
}

function detailOf(one: unknown): Detail[] {
  const { path, message, code, params } = (one ?? {}) as {
    path?: unknown
    message?: unknown
    code?: unknown
    params?: unknown
  }
  if (typeof path !== 'string' || typeof message !== 'string') return []
  return [{ path, message, code: codeOf(code), params: paramsOf(params) }]
}

function codeOf(code: unknown): string | undefined {
  return typeof code === 'string' ? code : undefined
}

function paramsOf(params: unknown): Params {
  if (typeof params !== 'object' || params === null) return {}
  const known = Object.entries(params).filter(([, value]) => typeof value === 'string' || typeof value === 'number')
  return Object.fromEntries(known)
}

export function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure(0, undefined)
}
