import { isObject, type JsonObject, parseOrUndefined } from '../platforms/json-value.ts'
import { chatGptForm } from './chatgpt-places.ts'
import { valueAt, withPrefix } from './json-text.ts'
import { type Place, placeIn } from './places.ts'

export type LineOutcome = 'added' | 'repeated' | 'unchanged'

interface Options {
  /** The text of the warning, without a line feed. */
  readonly line: string
  /** Asked once, when a place is found. @returns false if the person has been warned already */
  readonly mayTell: () => boolean
  readonly onSettled: (outcome: LineOutcome) => void
}

/** How answers begin that a program reads, or that are code: JSON, markup, a fenced block. */
const FOR_PROGRAMS = /^\s*[[{<`]/

/** Puts a line at the beginning of what an answer says, which comes in one JSON value or many. */
export class FirstLine {
  readonly #options: Options
  readonly #chatGpt = chatGptForm()
  #repeated: Place['repeated']
  #isSettled = false

  constructor(options: Options) {
    this.#options = options
  }

  /** Whether no later value is changed, so that none has to be read. */
  get isOver(): boolean {
    return this.#isSettled && this.#repeated === undefined
  }

  /**
   * @param json one value of the answer
   * @returns what is to be passed on in its place; undefined: the value as it came
   */
  changed(json: string): string | undefined {
    const value = parseOrUndefined(json)
    if (!isObject(value)) return undefined
    return this.#isSettled ? this.#repeat(json, value) : this.#begin(json, value)
  }

  /** The answer has ended, or cannot be read any more. */
  end(): void {
    this.#repeated = undefined
    this.#settle('unchanged')
  }

  #begin(json: string, value: JsonObject): string | undefined {
    const place = this.#chatGpt(value) ?? placeIn(value)
    if (place === undefined) return undefined
    if (place === 'none' || FOR_PROGRAMS.test(String(valueAt(value, place.path)))) {
      this.#settle('unchanged')
      return undefined
    }
    const changed = withPrefix(json, place.path, this.#added)
    if (changed === undefined || !this.#options.mayTell()) {
      this.#settle(changed === undefined ? 'unchanged' : 'repeated')
      return undefined
    }
    this.#repeated = place.repeated
    this.#settle('added')
    return changed
  }

  #repeat(json: string, value: JsonObject): string | undefined {
    const path = this.#repeated?.(value)
    return path === undefined ? undefined : withPrefix(json, path, this.#added)
  }

  get #added(): string {
    return `${this.#options.line}\n\n`
  }

  #settle(outcome: LineOutcome): void {
    if (this.#isSettled) return
    this.#isSettled = true
    this.#options.onSettled(outcome)
  }
}
