import type { Outcome, PromptLog, PromptToRecord } from '../record/prompt-log.ts'

/** A prompt that is about to be sent, and is recorded before. Neither of these may throw. */
export interface Departing {
  /** What is recorded of it, as things are now; undefined where it sees to that itself. */
  due(): PromptToRecord | undefined
  /** @param outcome also any error because of which it must not be sent */
  recorded(outcome: Outcome | Error): void
}

/** Records that are written together, at most: they fit into the buffer that lines of the spool are made in. */
const MAX_TOGETHER = 16

/**
 * Records the prompts that are about to be sent in one turn of the event loop at the end of it: one after the other, which takes less than
 * between everything else of a request, and in one write, which costs as much as one for a single record.
 */
export class Departures {
  readonly #promptLog: Pick<PromptLog, 'recordTogether'>
  #waiting: Departing[] = []

  constructor(promptLog: Pick<PromptLog, 'recordTogether'>) {
    this.#promptLog = promptLog
  }

  add(prompt: Departing): void {
    if (this.#waiting.push(prompt) === 1) setImmediate(this.#leave)
  }

  readonly #leave = (): void => {
    const waiting = this.#waiting
    this.#waiting = []
    for (let at = 0; at < waiting.length; at += MAX_TOGETHER) this.#record(waiting.slice(at, at + MAX_TOGETHER))
  }

  #record(departing: readonly Departing[]): void {
    const prompts: Departing[] = []
    const due: PromptToRecord[] = []
    for (const prompt of departing) {
      const what = prompt.due()
      if (what === undefined) continue
      prompts.push(prompt)
      due.push(what)
    }
    const outcomes = this.#recordAll(due)
    for (const [index, prompt] of prompts.entries()) prompt.recorded(outcomes[index] ?? false)
  }

  #recordAll(due: readonly PromptToRecord[]): readonly (Outcome | Error)[] {
    try {
      return this.#promptLog.recordTogether(due)
    } catch (error) {
      // Of a fault of Weir's own everybody is told whom it concerns: nobody waits for ever, or fails for what is wrong with another's prompt.
      return due.length > 1 ? due.flatMap((one) => this.#recordAll([one])) : [error as Error]
    }
  }
}
