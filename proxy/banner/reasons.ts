import { createHmac, timingSafeEqual } from 'node:crypto'
import { classify } from '../../core/inspect/classify.ts'
import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import { maskValue, type RecordValues } from '../../core/inspect/mask.ts'
import { bannerLimits } from './limits.ts'
import type { Given, Reason } from './notice.ts'

/** What a reason is asked for: one prompt of one person to one service. */
export interface AskedPrompt {
  readonly person: string
  readonly platform: string
  /** A hash of all that is judged in it: every turn, what stands beside the messages, files. */
  readonly content: string
  readonly findings: readonly { readonly type: string; readonly value?: string | undefined }[]
}

interface Options {
  /** What tokens and prompts are known by; all workers have the same. */
  readonly key: Uint8Array
  /** Tells the other workers. */
  readonly tell: (given: Given) => void
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * The reasons that people gave for prompts that were blocked until then (docs/decisions/0038). What a reason is asked for is in a
 * signed token that the page sends back, so nothing is kept of questions; of prompts a keyed hash is.
 */
export class Reasons {
  readonly #options: Options
  readonly #given = new Map<string, Given>()

  constructor(options: Options) {
    this.#options = options
  }

  /** How many reasons are remembered. */
  get size(): number {
    return this.#given.size
  }

  /** The prompt as it is known here. */
  keyOf({ person, platform, content, findings }: AskedPrompt): string {
    const found = [...new Set(findings.map(({ type, value = '' }) => JSON.stringify([type, value])))].sort()
    return this.#hash('prompt', JSON.stringify([person, platform, content, found]))
  }

  /** The question for a reason. @param policies that the reason lifts for this prompt */
  token(person: string, prompt: string, policies: readonly string[]): string {
    const until = this.#options.now() + bannerLimits.reasonMs
    const asked = Buffer.from(JSON.stringify([prompt, policies, until])).toString('base64url')
    return `${asked}.${this.#hash('token', `${person}\n${asked}`)}`
  }

  /** @returns whether the question was put to this person, not too long ago */
  give(person: string, token: string, reason: Reason): boolean {
    const [asked = '', signature = ''] = token.split('.')
    if (!isSame(signature, this.#hash('token', `${person}\n${asked}`))) return false
    const [prompt, policies, until] = JSON.parse(Buffer.from(asked, 'base64url').toString()) as [
      string,
      readonly string[],
      number,
    ]
    const now = this.#options.now()
    if (until < now) return false
    const given = { prompt, policies, reason, until: now + bannerLimits.reasonMs }
    this.keep(given)
    this.#options.tell(given)
    return true
  }

  /** What was given here, or to another worker. */
  keep(given: Given): void {
    this.#given.delete(given.prompt)
    this.#given.set(given.prompt, given)
    const now = this.#options.now()
    // The oldest stands first.
    for (const [prompt, { until }] of this.#given) {
      if (until >= now && this.#given.size <= bannerLimits.people) return
      this.#given.delete(prompt)
    }
  }

  /** The reason for a prompt, while it counts. */
  of(prompt: string): Given | undefined {
    const given = this.#given.get(prompt)
    if (given === undefined || given.until >= this.#options.now()) return given
    this.#given.delete(prompt)
    return undefined
  }

  #hash(what: string, text: string): string {
    return createHmac('sha256', this.#options.key).update(`reasons ${what}\n${text}`).digest('base64url')
  }
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Line ends, controls, and what reorders or hides text. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu

/** @returns a reason as one line, undefined if it is too short to be one or too long */
export function readReason(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 2 * bannerLimits.reasonMax) return undefined
  const text = value.toWellFormed().replace(UNPRINTABLE, ' ').trim()
  return text.length < bannerLimits.reasonMin || text.length > bannerLimits.reasonMax ? undefined : text
}

/** A reason as it is recorded: classified like a prompt, and every finding masked. */
export function maskedReason(
  text: string,
  extra: ExtraDetectors | undefined,
  values: RecordValues,
): Pick<Reason, 'text' | 'types'> {
  let masked = ''
  let end = 0
  const types = new Set<string>()
  for (const { type, value, start, end: behind } of classify(text, { extra }).classifications.toSorted(
    (a, b) => a.start - b.start,
  )) {
    types.add(type)
    if (start >= end) masked += `${text.slice(end, start)}${values === 'none' ? '***' : maskValue(type, value)}`
    end = Math.max(end, behind)
  }
  return { text: masked + text.slice(end), types: [...types].sort() }
}
