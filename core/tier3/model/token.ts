import type { Span } from '../../inspect/rule.ts'

/** A token of a model, with the stretch of the text that it stands for, in UTF-16 units. */
export interface ModelToken extends Span {
  /** In the model's vocabulary. */
  readonly id: number
  /** Whether it goes on within the word of the token before. */
  readonly isInside: boolean
}
