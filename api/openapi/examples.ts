export interface Example {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number | boolean>>
  readonly body?: unknown
  readonly status: number
  readonly answer?: unknown
}
export const EXAMPLES: Readonly<Record<string, Example>> = {}
