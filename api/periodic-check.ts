/** Checks at once and then in each interval, one check after the other; one that fails is reported, and the next comes as planned. */
export class PeriodicCheck {
  readonly #check: () => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #timer: NodeJS.Timeout
  #running: Promise<void>

  constructor(everyMs: number, check: () => Promise<void>, onError: (error: unknown) => void) {
    this.#check = check
    this.#onError = onError
    this.#running = this.#run()
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#run())
    }, everyMs).unref()
  }

  /** Waits for the check that is under way. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  async #run(): Promise<void> {
    try {
      await this.#check()
    } catch (error) {
      this.#onError(error)
    }
  }
}
