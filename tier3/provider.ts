import { WeirError } from '../core/errors.ts'
import type { Classification } from '../core/model/classification.ts'

export interface ClassifyOptions {
  /** Milliseconds from the call to the answer, the wait for a free thread or connection included. */
  readonly budgetMs: number
  /** What earlier tiers found in the text: builtin starts from their names. */
  readonly known?: readonly Classification[]
  /** Stretches that the person did not contribute: builtin tells no topic from them. */
  readonly boilerplate?: readonly { readonly start: number; readonly end: number }[]
  readonly signal?: AbortSignal | undefined
}

/** Classifies a text by what it means. The text is in memory only, and in no error. */
export interface SemanticProvider {
  /**
   * What tier 3 finds, in UTF-16 offsets, with `text.slice(start, end) === value`; of long texts only the first
   * SEMANTIC_TEXT_MAX characters are looked at.
   * @throws Tier3Error and nothing else
   */
  classify(text: string, options: ClassifyOptions): Promise<readonly Classification[]>
  /** What is still asked for is answered with ERR_TIER3_CLOSED. */
  close(): Promise<void>
}

/**
 * Why a text could not be classified. `UNAVAILABLE`: the server cannot be reached, or says that it cannot now. `REFUSED`: it answers
 * with another status. `INVALID_ANSWER`: what it says is not what was agreed. `CRASHED`: the thread ended.
 */
export type Tier3ErrorCode =
  | 'ERR_TIER3_TIMEOUT'
  | 'ERR_TIER3_UNAVAILABLE'
  | 'ERR_TIER3_REFUSED'
  | 'ERR_TIER3_INVALID_ANSWER'
  | 'ERR_TIER3_CRASHED'
  | 'ERR_TIER3_CLOSED'

/** The message holds nothing of the text, of the answer or of the key. */
export class Tier3Error extends WeirError {
  override readonly code: Tier3ErrorCode
  /** Of ERR_TIER3_REFUSED. */
  readonly status: number | undefined

  constructor(code: Tier3ErrorCode, message: string, status?: number) {
    super(code, message)
    this.code = code
    this.status = status
  }
}
