import { codedLike, decodeAtOnce } from '../body/decode.ts'
import type { Decider, Decision } from '../decide/decide.ts'
import type { DroppedTurns, JudgedPrompt } from '../decide/judged-prompt.ts'
import type { Refused, RefusedTurns } from '../decide/refused-turns.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import { mayChange } from '../platforms/turns.ts'
import { Conversation } from './conversation.ts'

/** Larger conversations stay as they are: this is done on the thread that serves everyone. */
const BYTES_MAX = 1_048_576

/** A request as it may be sent without the turns that were refused before. */
export interface Lightened {
  readonly bytes: Buffer
  readonly dropped: DroppedTurns
}

/** What is done with a request, or a message, that a policy refuses. */
interface Refusing<Result> {
  inspect(bytes: Buffer): RequestInspection | Promise<RequestInspection>
  /** Over what is left of it. */
  decide(left: Lightened, inspection: RequestInspection): Decision
  refuse(): Result
  /** What is left of it may pass. */
  pass(left: Lightened, decision: Decision): Result
}

/**
 * Refuses it, unless it is let through without what was refused before.
 * @param dropTurns undefined where that is off, or it must not be changed
 */
export function refuseOrLighten<Result>(
  decision: Decision,
  bytes: Buffer,
  dropTurns: DropTurns | undefined,
  decider: Pick<Decider, 'changedSince'>,
  steps: Refusing<Result>,
): Result | Promise<Result> {
  const refuse = () => {
    dropTurns?.refused(decision, bytes)
    return steps.refuse()
  }
  const left = dropTurns?.lighten(decision, bytes)
  if (left === undefined) return refuse()
  const goOn = (inspection: RequestInspection) => {
    const again = steps.decide(left, inspection)
    const isRefused = again.judged.ruling.refusedBy !== undefined || decider.changedSince(again) === 'detectors'
    return isRefused ? refuse() : steps.pass(left, again)
  }
  const inspecting = steps.inspect(left.bytes)
  return inspecting instanceof Promise ? inspecting.then(goOn) : goOn(inspecting)
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
   * @param bytes all of it, as it came
   * @returns undefined where nothing is to be left out, or the body must not be changed
   */
  lighten({ judged }: Decision, bytes: Buffer): Lightened | undefined {
    if (!isAboutFindings(judged)) return undefined
    const refused = this.#refused.of(judged.connection, judged.platform.id)
    const conversation = refused && conversationOf(judged, bytes, refused)
    const newest = conversation?.turns.at(-1)
    if (refused === undefined || conversation === undefined || newest === undefined) return undefined
    // Sent again, it is a new act with the old words.
    if (refused.has(newest.said)) return undefined
    const old = conversation.turns.slice(0, -1).filter(({ said }) => refused.has(said))
    if (old.length === 0) return undefined
    const lightened = codedLike(judged.target.headers['content-encoding'], conversation.without(old))
    const policyName = judged.ruling.deciding?.policy_name ?? ''
    return lightened && { bytes: lightened, dropped: { count: old.length, policyName } }
  }

  /** A policy has refused this. Where that was for what was said before, nothing is remembered of what was said now. */
  refused({ judged }: Decision, bytes: Buffer): void {
    if (!isAboutFindings(judged) || !isForNewest(judged)) return
    const { connection, platform } = judged
    const conversation = conversationOf(judged, bytes, this.#refused.of(connection, platform.id))
    const newest = conversation?.turns.at(-1)
    if (conversation === undefined || newest === undefined) return
    this.#refused.add(connection, platform.id, newest.said)
    // What a client adds behind them, perhaps in the same message, was not refused.
    const { results } = conversation
    if (results !== undefined) this.#refused.add(connection, platform.id, results)
  }

  /** It is sent after all: a reason was given, or an exception holds. */
  letThrough({ judged }: Decision, bytes: Buffer): void {
    const { connection, platform, ruling } = judged
    if (ruling.justified === undefined && ruling.excepted.length === 0) return
    const refused = this.#refused.of(connection, platform.id)
    const newest = refused && conversationOf(judged, bytes, refused)?.turns.at(-1)
    if (newest !== undefined) this.#refused.addLetThrough(connection, platform.id, newest.said)
  }
}

function isAboutFindings({ ruling }: JudgedPrompt): boolean {
  return ruling.refusedBy === 'policy' && ruling.isAboutFindings
}

function isForNewest({ ruling: { decidingTypes }, inspection: { result } }: JudgedPrompt): boolean {
  return result?.newestTypes.some((type) => decidingTypes.length === 0 || decidingTypes.includes(type)) === true
}

/** The conversation of a request that may be changed; undefined for all others. */
function conversationOf(judged: JudgedPrompt, bytes: Buffer, refused: Refused | undefined): Conversation | undefined {
  const { platform, target, inspection } = judged
  if (platform.signsBodies === true || bytes.length > BYTES_MAX) return undefined
  const field = platform.operations.find(({ id }) => id === inspection.operation)?.history
  if (field === undefined) return undefined
  const plain = decodeAtOnce(bytes, target.headers['content-encoding'], BYTES_MAX)
  if (plain.failure !== undefined || !mayChange(target, plain.bytes)) return undefined
  return Conversation.read(plain.bytes, field, refused)
}
