import { createHash, type Hash, hash } from 'node:crypto'
import type { Classification, Tier } from '../../core/model/classification.ts'
import { riskScore } from '../../core/risk.ts'
import type { InspectedAnswer } from '../decide/judged-answer.ts'
import type { RequestInspection } from '../inspection/inspect-request.ts'
import { answerLimits } from './limits.ts'

/**
 * Inspects a text; the promise rejects where nobody gets round to it.
 * @param utf8 the text's bytes, where they are there already
 */
export type InspectText = (text: string, utf8?: Buffer) => RequestInspection | Promise<RequestInspection>

/**
 * One text of an answer, as it grows: hashed and looked at window by window, each with the end of the one before, so that memory stays
 * bounded however long the answer is.
 */
export class AnswerText {
  readonly #inspect: InspectText
  /** Of what came before the last window; most answers are one window, hashed at once. */
  #hash: Hash | undefined
  #contentHash = ''
  /** What was not looked at yet, behind the end of what was. */
  #text = ''
  /** Where `#text` begins in the whole. */
  #offset = 0
  /** What of `#text` was hashed and looked at already. */
  #seen = 0
  #bytes = 0
  #found: Classification[] = []
  #tier: Tier = 2
  #isPartial = false
  #pending: Promise<void> | undefined
  #waiting = 0

  constructor(inspect: InspectText) {
    this.#inspect = inspect
  }

  get isEmpty(): boolean {
    return this.#offset === 0 && this.#text === ''
  }

  add(piece: string): void {
    this.#text += piece
    if (this.#text.length - this.#seen >= answerLimits.window) this.#look(false)
  }

  /** Some of it could not be read. */
  dropped(): void {
    this.#isPartial = true
  }

  /** Nothing more comes. Never rejects; a promise only where an inspection is under way. */
  end(): InspectedAnswer | Promise<InspectedAnswer> {
    if (this.#text.length > this.#seen || this.#offset === 0) this.#look(true)
    if (this.#hash !== undefined) this.#contentHash = this.#hash.digest('hex')
    return this.#pending === undefined ? this.#result() : this.#pending.then(() => this.#result())
  }

  #result(): InspectedAnswer {
    const classifications = this.#found.slice(0, answerLimits.findings)
    return {
      contentHash: this.#contentHash,
      classifications,
      riskScore: riskScore(classifications),
      tier: this.#tier,
      inspection: this.#isPartial ? { status: 'partial', reason: 'too_large' } : { status: 'full' },
      bytes: this.#bytes,
    }
  }

  #look(isLast: boolean): void {
    // A surrogate pair that has come by half waits for its other half.
    const end =
      !isLast && isHighSurrogate(this.#text.charCodeAt(this.#text.length - 1))
        ? this.#text.length - 1
        : this.#text.length
    const window = this.#text.slice(0, end)
    const fresh = Buffer.from(window.slice(this.#seen))
    if (isLast && this.#hash === undefined) this.#contentHash = hash('sha256', fresh)
    else {
      this.#hash ??= createHash('sha256')
      this.#hash.update(fresh)
    }
    this.#bytes += fresh.length
    this.#queue(window, this.#seen === 0 ? fresh : undefined, isLast)
    const kept = isLast ? 0 : Math.min(window.length, answerLimits.overlap)
    this.#text = this.#text.slice(end - kept)
    this.#offset += end - kept
    this.#seen = kept
  }

  #queue(window: string, utf8: Buffer | undefined, isLast: boolean): void {
    const offset = this.#offset
    if (this.#waiting >= answerLimits.waitingWindows) {
      this.#isPartial = true
      return
    }
    const until = isLast ? window.length : window.length - answerLimits.overlap
    if (this.#pending === undefined) this.#begin(window, utf8, offset, until)
    else {
      const begin = () => this.#inspect(window, utf8)
      this.#wait(this.#pending.then(begin).then((inspection) => this.#keep(inspection, offset, until)))
    }
  }

  /** Nothing is looked at yet; most texts are looked at at once. */
  #begin(window: string, utf8: Buffer | undefined, offset: number, until: number): void {
    try {
      const inspecting = this.#inspect(window, utf8)
      if (!(inspecting instanceof Promise)) this.#keep(inspecting, offset, until)
      else this.#wait(inspecting.then((inspection) => this.#keep(inspection, offset, until)))
    } catch {
      this.#isPartial = true
    }
  }

  #wait(looking: Promise<void>): void {
    this.#waiting++
    const missed = () => {
      this.#isPartial = true
    }
    const pending = looking.catch(missed).then(() => {
      this.#waiting--
      if (this.#pending === pending) this.#pending = undefined
    })
    this.#pending = pending
  }

  /** @param until findings that begin behind it are found again with what follows */
  #keep({ result, status }: RequestInspection, offset: number, until: number): void {
    if (status !== 'full') this.#isPartial = true
    if (result === undefined) return
    this.#tier = result.tier
    for (const finding of result.classifications) {
      if (finding.start >= until || this.#found.length > answerLimits.findings) continue
      const moved = { ...finding, start: finding.start + offset, end: finding.end + offset }
      const isKnown = this.#found.some(
        ({ type, start, end }) => type === moved.type && start < moved.end && end > moved.start,
      )
      if (!isKnown) this.#found.push(moved)
    }
  }
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}
