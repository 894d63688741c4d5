import type { Direction, Source } from './interaction.ts'

/** One finding, as far as policies and exceptions look at it. */
export interface Finding {
  readonly type: string
  /** In memory only; what is recorded of it is masked. */
  readonly value?: string | undefined
  readonly score?: number | undefined
}

/** What conditions look at: a fact sheet of one interaction. */
export interface Facts {
  readonly platform_id: string
  readonly risk_score: number
  readonly classifications: readonly Finding[]
  readonly source: Source
  readonly direction: Direction
  readonly user_id: string | null
}
