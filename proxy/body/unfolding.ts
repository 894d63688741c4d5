/** A thread asks for room, and waits for the answer. */
export interface RoomQuestion {
  readonly room: number
  /** As much as there may be at most will do: it is no content that could be left out. */
  readonly isWish: boolean
  /** Shared with whoever answers. */
  readonly answer: Int32Array<SharedArrayBuffer>
}

const WAITS = 0
const GRANTED = 1
const REFUSED = 2

/** Asked for at a time: asking takes a turn of the event loop of the thread that serves everyone. */
const STEP_BYTES = 1_048_576
/** What each request may unfold without asking. */
const FREE_BYTES = 262_144
/** Whoever answers has deadlines of its own; this one is for an answer that was lost. */
const PATIENCE_MS = 120_000

export function answerRoom({ answer }: RoomQuestion, isGranted: boolean): void {
  Atomics.store(answer, 0, isGranted ? GRANTED : REFUSED)
  Atomics.notify(answer, 0)
}

/** Asks another thread for the room that a request's content takes when it is unfolded, and waits until there is some. */
export class ThreadRoom {
  readonly #ask: (question: RoomQuestion) => void
  #granted = FREE_BYTES
  #used = 0

  constructor(ask: (question: RoomQuestion) => void) {
    this.#ask = ask
  }

  /** Of another request: what the last one had was given back. */
  begin(): void {
    this.#granted = FREE_BYTES
    this.#used = 0
  }

  /** What is needed besides what content unfolds to, as far as one request may have it. */
  wish(bytes: number): boolean {
    return bytes < FREE_BYTES || this.#request(bytes, true)
  }

  take(bytes: number): boolean {
    return this.reach(this.#used + bytes)
  }

  /** So much is taken now, all in all. */
  reach(bytes: number): boolean {
    this.#used = Math.max(this.#used, bytes)
    if (this.#used <= this.#granted) return true
    const room = Math.max(STEP_BYTES, this.#used - this.#granted)
    if (!this.#request(room, false)) return false
    this.#granted += room
    return true
  }

  #request(room: number, isWish: boolean): boolean {
    const answer = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    this.#ask({ room, isWish, answer })
    Atomics.wait(answer, 0, WAITS, PATIENCE_MS)
    return Atomics.load(answer, 0) === GRANTED
  }
}

let current: ThreadRoom | undefined

/** Who is asked from now on, of this thread; nobody where content is small anyway, which is inspected on the thread that serves everyone. */
export function askForRoom(room: ThreadRoom): void {
  current = room
}

/** So much more was unfolded, or is about to be. */
export function hasRoomFor(bytes: number): boolean {
  return current?.take(bytes) ?? true
}

/** So much is in use, all in all. */
export function hasRoomUpTo(bytes: number): boolean {
  return current?.reach(bytes) ?? true
}
