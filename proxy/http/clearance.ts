/** Whoever waits to send; one of both is called, once. Neither may throw. */
export interface Awaiting {
  cleared(): void
  withheld(error: Error): void
}

/**
 * Whether a request may be sent, once that is known. A promise would do, but makes four more objects and takes a round of the queue of
 * microtasks: two to five hundredths of what the way of a small prompt costs without its classification.
 */
export class Clearance {
  #awaiting: Awaiting | undefined
  /** `true`: it may. An error: it must not. */
  #outcome: true | Error | undefined

  /** Tells the waiting side at once: its writes are done when this returns. Only the first outcome counts. */
  clear(): void {
    this.#settle(true)
  }

  withhold(error: Error): void {
    this.#settle(error)
  }

  /** Only one can wait. */
  tell(awaiting: Awaiting): void {
    this.#awaiting = awaiting
    if (this.#outcome !== undefined) this.#pass(this.#outcome)
  }

  #settle(outcome: true | Error): void {
    if (this.#outcome !== undefined) return
    this.#outcome = outcome
    this.#pass(outcome)
  }

  #pass(outcome: true | Error): void {
    if (outcome === true) this.#awaiting?.cleared()
    else this.#awaiting?.withheld(outcome)
  }
}
