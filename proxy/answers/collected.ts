import type { JudgedAnswer } from '../decide/judged-answer.ts'
import { AnswerText, type InspectText } from './answer-text.ts'
import { ValueReader } from './read-value.ts'
import { Strands } from './strands.ts'

type Kind = JudgedAnswer['kind']

/** What an answer says, by kind; a kind that it has nothing of is missing. */
export type ReadAnswer = readonly (readonly [Kind, JudgedAnswer['inspected']])[]

/** The texts of one answer, gathered from the JSON values in it. */
export class Collected {
  readonly #inspect: InspectText
  readonly #strands: Strands
  readonly #reader: ValueReader
  readonly #texts = new Map<Kind, AnswerText>()

  constructor(inspect: InspectText) {
    this.#inspect = inspect
    this.#strands = new Strands((kind, text) => this.#textOf(kind).add(text))
    this.#reader = new ValueReader(this.#strands)
  }

  value(value: unknown): void {
    this.#reader.read(value)
  }

  /** A text that is no JSON. */
  text(text: string): void {
    this.#strands.add('completion', '', text)
  }

  /**
   * Nothing more comes. Never rejects; a promise only where an inspection is under way.
   * @param isWhole false if some of it could not be read
   */
  end(isWhole: boolean): ReadAnswer | Promise<ReadAnswer> {
    this.#strands.end()
    const ended = [...this.#texts].map(([kind, text]) => {
      if (!isWhole || this.#strands.hasDropped) text.dropped()
      return [kind, text.end()] as const
    })
    return ended.every(isInspected) ? ended : Promise.all(ended.map(async ([kind, end]) => [kind, await end] as const))
  }

  #textOf(kind: Kind): AnswerText {
    const known = this.#texts.get(kind)
    if (known !== undefined) return known
    const text = new AnswerText(this.#inspect)
    this.#texts.set(kind, text)
    return text
  }
}

type Ended = readonly [Kind, JudgedAnswer['inspected'] | Promise<JudgedAnswer['inspected']>]

function isInspected(ended: Ended): ended is ReadAnswer[number] {
  return !(ended[1] instanceof Promise)
}
