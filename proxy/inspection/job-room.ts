import { answerRoom, type RoomQuestion } from '../body/unfolding.ts'

interface Portion {
  readonly amount: number
  grow(amount: number, gone?: AbortSignal): Promise<void>
  release(): void
}

/** What all that is unfolded counts to: a FairShare (listen/fair-share.ts). */
export interface UnfoldingShare {
  readonly capacity: number
  take(client: string, amount: number, holder?: undefined, gone?: AbortSignal): Promise<Portion>
}

interface Options {
  /** What all requests together may unfold. */
  readonly held: UnfoldingShare
  readonly client: string
  /** Aborted where the client has gone. */
  readonly gone: AbortSignal | undefined
}

/** One request never takes more: others are served beside it. */
const MOST = 3 / 4

/**
 * What the content of one request takes where it is unfolded in a thread: the decoded body, its compressed messages, what its files hold, and
 * what V8 needs to parse it. It counts to its client's part of what all may unfold, as it grows.
 */
export class JobRoom {
  readonly #options: Options
  readonly #most: number
  #lease: Portion | undefined
  /** Content, and what is needed besides it. */
  #unfolded = 0
  #wished = 0
  #isOver = false

  constructor(options: Options) {
    this.#options = options
    this.#most = options.held.capacity * MOST
  }

  /** How much it has taken so far. */
  get taken(): number {
    return this.#lease?.amount ?? 0
  }

  /** @throws AdmissionError where there was no room in time; the thread is answered in any case */
  async answer(question: RoomQuestion): Promise<void> {
    let isGranted = false
    try {
      const { room, isWish } = question
      if (this.#isOver || (!isWish && this.#unfolded + room > this.#most)) return
      if (isWish) this.#wished += room
      else this.#unfolded += room
      await this.#grow(Math.min(this.#most, this.#unfolded + this.#wished))
      isGranted = !this.#isOver
    } catch (error) {
      this.#isOver = true
      throw error
    } finally {
      answerRoom(question, isGranted)
    }
  }

  release(): void {
    this.#isOver = true
    this.#lease?.release()
  }

  async #grow(to: number): Promise<void> {
    const { held, client, gone } = this.#options
    const more = to - this.taken
    if (more <= 0) return
    if (this.#lease !== undefined) return this.#lease.grow(more, gone)
    const lease = await held.take(client, more, undefined, gone)
    if (this.#isOver) lease.release()
    else this.#lease = lease
  }
}
