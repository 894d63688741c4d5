/** How long a line may wait for others, in milliseconds. */
const WAIT_MS = 20
/** Beyond this many characters lines are written at once. */
const MAX_CHARACTERS = 65_536
/** pino's level of a warning (getpino.io, Level Mapping); its lines begin with the level. */
const URGENT = /^\{"level":[4-9]\d/

/**
 * Collects lines for a moment and writes them together: one write for each line costs more than making the line does (35 µs a
 * request, against 5). Warnings and errors are written at once, with what waits before them, and so is everything at the end of
 * the process or thread.
 */
export class LineBuffer {
  readonly #write: (lines: string) => void
  #lines = ''
  #timer: NodeJS.Timeout | undefined

  /** @param write has written its argument when it returns */
  constructor(write: (lines: string) => void) {
    this.#write = write
    process.once('exit', () => this.flush())
  }

  write(line: string): void {
    this.add(line)
    if (URGENT.test(line)) this.flush()
  }

  /** Writes a line that is not urgent. */
  add(line: string): void {
    this.#lines += line
    if (this.#lines.length > MAX_CHARACTERS) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), WAIT_MS).unref()
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const lines = this.#lines
    this.#lines = ''
    if (lines !== '') this.#write(lines)
  }
}
