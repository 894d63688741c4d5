/** What the API answered instead of what was asked for; status 0 where no answer came. */
export class ApiFailure extends Error {
  readonly status: number
  readonly details: readonly { readonly path: string; readonly message: string }[]
  readonly requestId: string | undefined
  /** Seconds. */
  readonly retryAfter: number | undefined

  constructor(status: number, body: unknown, retryAfter?: number) {
    const { error, details, request_id } = (typeof body === 'object' && body !== null ? body : {}) as {
      error?: string
      details?: { path: string; message: string }[]
      request_id?: string
    }
    super(error ?? `HTTP ${status}`)
    this.name = 'ApiFailure'
    this.status = status
    this.details = details ?? []
    this.requestId = request_id
    this.retryAfter = retryAfter
  }
}

export function failureOf(error: unknown): ApiFailure {
  return error instanceof ApiFailure ? error : new ApiFailure(0, undefined)
}
