/** What the API answered instead of what was asked for; status 0 where no answer came. */
export class ApiFailure extends Error {
  readonly status: number
  readonly details: readonly { readonly path: string; readonly message: string }[]
  readonly requestId: string | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: unknown, retryAfter?: number) {
    // What stands before the API may have answered instead, in a shape of its own.
    const { error, details, request_id } = (typeof body === 'object' && body !== null ? body : {}) as {
      error?: unknown
      details?: unknown
      request_id?: unknown
    }
    super(typeof error === 'string' ? error : `HTTP ${status}`)
    this.name = 'ApiFailure'
    this.status = status
    this.details = Array.isArray(details) ? details.filter(isDetail) : []
    this.requestId = typeof request_id === 'string' ? request_id : undefined
    this.retryAfter = retryAfter
  }
}

function isDetail(one: unknown): one is { readonly path: string; readonly message: string } {
  const { path, message } = (one ?? {}) as { path?: unknown; message?: unknown }
  return typeof path === 'string' && typeof message === 'string'
}

export function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure(0, undefined)
}
