import { answerLimits } from './limits.ts'

/** What a model says, and what it wants to have called. */
export type StrandKind = 'completion' | 'tool_call'

/** Takes the pieces of an answer's texts as they come. */
export interface AnswerSink {
  /** @param key tells apart what comes at once: alternatives, parts, calls */
  add(kind: StrandKind, key: string, text: string): void
  /** A text that is sent again as a whole each time, and longer. */
  replace(kind: StrandKind, key: string, text: string): void
  /** Whether anything was said yet: some formats repeat at the end what came before. */
  readonly isEmpty: boolean
}

/** What gets the texts of a kind, in order; each strand after the other where they come at once. */
type Take = (kind: StrandKind, text: string) => void

const LINE = '\n'

/**
 * Joins the strands of an answer to one text of each kind. One that begins is passed on as it comes. One that goes on after another
 * has begun waits for the end, as a value must not be torn apart by what comes between.
 */
export class Strands implements AnswerSink {
  readonly #take: Take
  readonly #speaking: Record<StrandKind, string | undefined> = { completion: undefined, tool_call: undefined }
  /** How much each has said. */
  readonly #lengths = new Map<string, number>()
  /** In most answers none waits. */
  #waiting: Map<string, { readonly kind: StrandKind; text: string }> | undefined
  #hasDropped = false

  constructor(take: Take) {
    this.#take = take
  }

  get isEmpty(): boolean {
    return this.#lengths.size === 0
  }

  /** Some of it had no room. */
  get hasDropped(): boolean {
    return this.#hasDropped
  }

  add(kind: StrandKind, key: string, text: string): void {
    if (text === '') return
    const name = `${kind} ${key}`
    const length = this.#lengths.get(name)
    if (length === undefined && this.#lengths.size >= answerLimits.strands) {
      this.#hasDropped = true
      return
    }
    this.#lengths.set(name, (length ?? 0) + text.length)
    if (length === undefined) {
      const isFirst = this.#speaking[kind] === undefined
      this.#speaking[kind] = key
      this.#take(kind, isFirst ? text : LINE + text)
    } else if (this.#speaking[kind] === key) this.#take(kind, text)
    else this.#wait(name, kind, text)
  }

  replace(kind: StrandKind, key: string, text: string): void {
    const known = this.#lengths.get(`${kind} ${key}`) ?? 0
    if (text.length > known) this.add(kind, key, text.slice(known))
  }

  end(): void {
    if (this.#waiting === undefined) return
    for (const { kind, text } of this.#waiting.values()) this.#take(kind, LINE + text)
    this.#waiting = undefined
  }

  #wait(name: string, kind: StrandKind, text: string): void {
    this.#waiting ??= new Map()
    const waiting = this.#waiting.get(name)
    if (waiting === undefined) this.#waiting.set(name, { kind, text })
    else if (waiting.text.length > answerLimits.window) this.#hasDropped = true
    else waiting.text += text
  }
}
