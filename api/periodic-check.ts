/** Checks at once and then in each interval, one check at a time; one that fails is reported, and the next comes as planned. */
export class PeriodicCheck {
  readonly #check: () => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #running: Promise<void> | undefined

  constructor(everyMs: number, check: () => Promise<void>, onError: (error: unknown) => void) {
    this.#check = check
    this.#onError = onError
    this.#begin()
    this.#timer = setInterval(() => this.#begin(), everyMs).unref()
  }

  /** Waits for the check that is under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** While a check is under way no other is queued: a slow database would be asked the same again and again, and close() would wait for all of them. */
  #begin(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined
    })
  }

  async #run(): Promise<void> {
    try {
      await this.#check()
    } catch (error) {
      this.#onError(error)
    }
  }
}
