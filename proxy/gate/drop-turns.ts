import { elementsOf, type Span, withoutElements } from '../body/json-elements.ts'
import type { Decision } from '../decide/decide.ts'
import type { DroppedTurns } from '../decide/judged-prompt.ts'
import type { RefusedTurns } from '../decide/refused-turns.ts'
import { parseOrUndefined } from '../platforms/json-value.ts'
import { isOfTurn, mayChange, type Turn, turnsOf } from '../platforms/turns.ts'
import type { ReceivedBody } from './request-body.ts'

/** Larger conversations stay as they are: this is done on the thread that serves everyone. */
const BYTES_MAX = 1_048_576

/** A request as it may be sent without the turns that were refused before. */
export interface Lightened {
  readonly body: ReceivedBody
  readonly dropped: DroppedTurns
}

interface Conversation {
  readonly spans: readonly Span[]
  readonly elements: readonly unknown[]
  readonly turns: readonly Turn[]
}

/** Remembers what was refused, and leaves it out of the history that comes with what is said next (WEIR_DROP_BLOCKED_TURNS). */
export class DropTurns {
  readonly #refused: RefusedTurns

  constructor(refused: RefusedTurns) {
    this.#refused = refused
  }

  /**
   * What is left of a request that a policy refuses, once turns are left out that were refused when they were new. What is left is to be
   * inspected as any request is.
   * @returns undefined where nothing is to be left out, or the body must not be changed
   */
  lighten({ judged }: Decision, body: ReceivedBody): Lightened | undefined {
    const conversation = conversationOf(judged, body)
    const newest = conversation?.turns.at(-1)
    if (conversation === undefined || newest === undefined) return undefined
    const { connection, platform, ruling } = judged
    const wasRefused = this.#refused.of(connection, platform.id)
    // Sent again, it is a new act with the old words.
    if (wasRefused(newest.said)) return undefined
    const old = conversation.turns.slice(0, -1).filter(({ said }) => wasRefused(said))
    if (old.length === 0) return undefined
    const indexes = old.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, offset) => start + offset))
    const dropped = new Set(indexes.filter((index) => isOfTurn(conversation.elements[index])))
    const bytes = withoutElements(body.bytes, conversation.spans, dropped)
    const policyName = ruling.deciding?.policy_name ?? ''
    return { body: { ...body, bytes }, dropped: { count: old.length, policyName } }
  }

  /** A policy has refused this. */
  refused({ judged }: Decision, body: ReceivedBody): void {
    const newest = conversationOf(judged, body)?.turns.at(-1)
    if (newest !== undefined) this.#refused.add(judged.connection, judged.platform.id, newest.said)
  }
}

/** The conversation of a request that may be changed; undefined for all others. */
function conversationOf(judged: Decision['judged'], body: ReceivedBody): Conversation | undefined {
  const { platform, target, inspection, ruling } = judged
  if (ruling.refusedBy !== 'policy' || !ruling.isAboutFindings || platform.signsBodies === true) return undefined
  // Of a stream of messages there is only the first.
  if (body.kind !== 'complete' || body.whole !== undefined) return undefined
  if (body.bytes.length > BYTES_MAX || !mayChange(target, body.bytes)) return undefined
  const field = platform.operations.find(({ id }) => id === inspection.operation)?.history
  const spans = field && elementsOf(body.bytes, field)
  if (spans === undefined) return undefined
  const elements = spans.map(({ start, end }) => parseOrUndefined(body.bytes.toString('utf8', start, end)))
  if (elements.includes(undefined)) return undefined
  const turns = turnsOf(elements)
  return turns && { spans, elements, turns }
}
