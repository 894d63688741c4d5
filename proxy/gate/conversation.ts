import { cutsOf, elementsOf, type Span, withoutCuts } from '../body/json-elements.ts'
import type { Refused } from '../decide/refused-turns.ts'
import { isObject, type JsonObject, parseOrUndefined } from '../platforms/json-value.ts'
import type { HistoryField } from '../platforms/platform.ts'
import { hasResults, isOfTurn, piecesField, type Turn, textsIn, turnsOf } from '../platforms/turns.ts'

/** Longer conversations, and those of more texts, stay as they are: this is done on the thread that serves everyone. */
const MESSAGES_MAX = 4096
const TEXTS_MAX = 8192
/** How often it is asked, for one body, whether some pieces were refused; beyond, messages are not taken apart. */
const QUESTIONS_MAX = 2048

/** An element of the conversation as it stands in a body. */
interface Element {
  readonly span: Span
  readonly value: JsonObject
  /** Where its pieces stand, if it was taken apart. */
  readonly pieces?: readonly Span[]
}

/** A message as it was said: an element, or some pieces of one. */
interface Message {
  readonly element: number
  readonly value: JsonObject
  /** The pieces that it is made of: the first, and the one behind the last; undefined if it is the whole element. */
  readonly pieces?: { readonly from: number; readonly to: number }
}

/**
 * The conversation in a body, turn by turn. Some clients join messages of one side to one before they send them (the AI SDK for
 * Anthropic's API, so opencode): where a person said something after a refusal, what was refused is the beginning of the newest message.
 * They are taken apart where a message begins or ends that was refused.
 */
export class Conversation {
  readonly turns: readonly Turn[]
  readonly #bytes: Buffer
  readonly #elements: readonly Element[]
  readonly #messages: readonly Message[]

  private constructor(
    bytes: Buffer,
    elements: readonly Element[],
    messages: readonly Message[],
    turns: readonly Turn[],
  ) {
    this.#bytes = bytes
    this.#elements = elements
    this.#messages = messages
    this.turns = turns
  }

  /** @returns undefined where it is not beyond doubt what the body holds, or where it holds too much */
  static read(bytes: Buffer, field: HistoryField, refused: Refused | undefined): Conversation | undefined {
    const spans = elementsOf(bytes, field)
    if (spans === undefined || spans.length > MESSAGES_MAX) return undefined
    const elements: Element[] = []
    const messages: Message[] = []
    const bounds = refused && new Bounds(refused)
    for (const span of spans) {
      const value = parseOrUndefined(bytes.toString('utf8', span.start, span.end))
      if (!isObject(value)) return undefined
      const apart = bounds && takeApart(bytes, span, value, bounds)
      messages.push(...(apart?.messages ?? [{ value }]).map((message) => ({ ...message, element: elements.length })))
      elements.push({ span, value, ...(apart && { pieces: apart.pieces }) })
    }
    const turns = turnsOf(messages.map(({ value }) => value))
    const texts = turns?.reduce((sum, { said }) => sum + said.length, 0) ?? 0
    if (texts > TEXTS_MAX) return undefined
    return turns && new Conversation(bytes, elements, messages, turns)
  }

  /** What a client gives back of its tools at the end, in a person's name: of that message, all of its texts. */
  get results(): readonly string[] | undefined {
    const last = this.#messages.at(-1)
    return last !== undefined && hasResults(last.value) ? textsIn(last.value) : undefined
  }

  /** The body without these turns, and byte for byte as it came otherwise. */
  without(turns: readonly Turn[]): Buffer {
    const indexes = turns.flatMap(({ start, end }) =>
      Array.from({ length: end - start }, (_, offset) => start + offset),
    )
    const dropped = new Set(indexes.filter((index) => isOfTurn(this.#messages[index]?.value)))
    const whole = new Set<number>()
    const within: Span[] = []
    const byElement = Map.groupBy(this.#messages.entries(), ([, { element }]) => element)
    this.#elements.forEach(({ pieces }, element) => {
      const own = byElement.get(element) ?? []
      const left = own.filter(([index]) => !dropped.has(index))
      if (left.length === 0) whole.add(element)
      else if (pieces !== undefined && left.length < own.length) {
        const kept = new Set(left.flatMap(([, message]) => piecesOf(message)))
        within.push(...cutsOf(pieces, new Set(pieces.keys().filter((piece) => !kept.has(piece)))))
      }
    })
    const spans = this.#elements.map(({ span }) => span)
    const cuts = [...cutsOf(spans, whole), ...within].sort((a, b) => a.start - b.start)
    return withoutCuts(this.#bytes, cuts)
  }
}

function piecesOf({ pieces }: Message): number[] {
  return pieces === undefined
    ? []
    : Array.from({ length: pieces.to - pieces.from }, (_, offset) => pieces.from + offset)
}

/** @returns undefined if no part of the message was refused by itself */
function takeApart(
  bytes: Buffer,
  { start, end }: Span,
  value: JsonObject,
  bounds: Bounds,
): { readonly pieces: readonly Span[]; readonly messages: readonly Omit<Message, 'element'>[] } | undefined {
  const field = piecesField(value)
  if (field === undefined) return undefined
  const values = value[field] as readonly unknown[]
  const found = values.length < 2 ? [] : bounds.of(values)
  if (found.length === 0) return undefined
  const pieces = elementsOf(bytes.subarray(start, end), field)
  if (pieces?.length !== values.length) return undefined
  const froms = [0, ...found]
  return {
    pieces: pieces.map((piece) => ({ start: start + piece.start, end: start + piece.end })),
    messages: froms.map((from, index) => {
      const to = froms[index + 1] ?? values.length
      return { value: { ...value, [field]: values.slice(from, to) }, pieces: { from, to } }
    }),
  }
}

/** Finds the pieces of a message at which one that was refused begins, or another one begins behind it. */
class Bounds {
  readonly #refused: Refused
  #questions = 0
  #texts = 0

  constructor(refused: Refused) {
    this.#refused = refused
  }

  /** In ascending order, without the first piece. */
  of(values: readonly unknown[]): readonly number[] {
    const texts = values.map(textsIn)
    this.#texts += texts.reduce((sum, those) => sum + those.length, 0)
    if (this.#texts > TEXTS_MAX) return []
    const digests = texts.map((those) => those.map((text) => this.#refused.digestOf(text)))
    const bounds = new Set<number>()
    for (let from = 0; from < values.length; from++) {
      const to = this.#endOf(digests, from)
      if (to === undefined) continue
      bounds.add(from).add(to)
      from = to - 1
    }
    bounds.delete(0)
    bounds.delete(values.length)
    return [...bounds]
  }

  /** Where what was refused ends that begins here: the most that was refused together. */
  #endOf(digests: readonly (readonly string[])[], from: number): number | undefined {
    if (!this.#refused.hasBeginning(digests[from]?.[0])) return undefined
    let joint: string | undefined
    let end: number | undefined
    for (let at = from; at < digests.length && this.#questions < QUESTIONS_MAX; at++) {
      this.#questions += 1 + (digests[at]?.length ?? 0)
      for (const digest of digests[at] ?? []) joint = this.#refused.join(joint, digest)
      if (this.#refused.hasJoint(joint)) end = at + 1
    }
    return end
  }
}
