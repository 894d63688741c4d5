import { ownRunningTimes } from '../../config/running-time.ts'
import { isModelName } from '../../core/catalogue/model-names.ts'
import type { ExtraDetectors } from '../../core/inspect/extra.ts'
import { maskValue } from '../../core/inspect/mask.ts'
import { isListedCommonWord, isListedName } from '../../core/inspect/names/lexicon.ts'
import { starOut } from '../../core/inspect/without-values.ts'
import { isMinted } from '../platforms/minted.ts'
import { recordedPath } from '../platforms/recorded-path.ts'

/** The tenant's detectors as they are now. */
export interface RecordDetectors {
  readonly set: ExtraDetectors | undefined
  /** Changes with every change of the detectors. */
  readonly revision: number
}

/** User agents, models and most paths come again and again: each is looked at once. */
const MAX_KEPT = 2000
const MAX_MODELS = 200
const MAX_MODEL_LENGTH = 200
/** Longer ones are cut off anyway when they are recorded. */
const MAX_LENGTH = 2048
/** How long this thread may look at one text for a tenant's own detectors. Those that were checked take some milliseconds. */
const BUDGET_MS = 100

/** Ids of conversations as vendors mint them: UUIDs, and known prefixes with random letters and digits. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const PREFIXED = /^(?:conv|thread|sess|resp|chat)_[A-Za-z0-9]{8,64}$/
const LONG_NUMBER = /\d{12}/

/**
 * What clients choose freely and records name all the same: paths, user agents, models, tools. Every rule looks at them,
 * the tenant's detectors included, and what is found is starred out.
 */
export class ClientText {
  readonly #detectors: () => RecordDetectors
  readonly #kept = new Map<string, string>()
  #revision = 0
  readonly #models = new Map<string, string>()
  #modelsOf = 0

  constructor(detectors: () => RecordDetectors = () => ({ set: undefined, revision: 0 })) {
    this.#detectors = detectors
  }

  /** Of the detectors as they are now: texts may be recorded otherwise with another one. */
  get revision(): number {
    return this.#detectors().revision
  }

  /** A user agent, or another text without a structure of its own. */
  text(text: string): string {
    return this.#remember(text.slice(0, MAX_LENGTH))
  }

  /** A path, of whose segments only those stay that the catalogue knows. */
  path(path: string): string {
    return this.text(recordedPath(path.slice(0, MAX_LENGTH)))
  }

  /** The name of a tool; undefined where it may be of a person, or something is found in its words (`call_4111_1111_1111_1111`). */
  tool(name: string): string | undefined {
    const words = name.replaceAll(/[_./-]+/g, ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    if (words.toLowerCase().split(' ').some(isPersonal)) return undefined
    return this.text(name) === name && this.text(words) === words ? name : undefined
  }

  /** A name of a known shape as it is, the base of a fine-tuned model, and a mask for anything else. */
  model(model: string | undefined): string | undefined {
    if (model === undefined) return undefined
    const known = this.#models.get(model)
    if (known !== undefined && this.#modelsOf === this.#detectors().revision) return known
    return this.#newModel(model)
  }

  #newModel(model: string): string {
    const { revision } = this.#detectors()
    if (revision !== this.#modelsOf || this.#models.size >= MAX_MODELS) this.#models.clear()
    this.#modelsOf = revision
    const made = this.#modelText(model)
    if (model.length <= MAX_MODEL_LENGTH) this.#models.set(model, made)
    return made
  }

  #modelText(model: string): string {
    const [prefix, base = ''] = model.split(':', 2)
    if (prefix === 'ft' && isModelName(base)) return `ft:${this.text(base)}:***`
    return isModelName(model) ? this.text(model) : maskValue('MODEL', model)
  }

  /** Undefined if it is of no known shape, or what is found in it is not to be recorded. */
  conversation(id: string): string | undefined {
    if (UUID.test(id)) return id
    return PREFIXED.test(id) && !LONG_NUMBER.test(id) && this.text(id) === id ? id : undefined
  }

  #remember(text: string): string {
    const { set, revision } = this.#detectors()
    if (revision !== this.#revision || this.#kept.size >= MAX_KEPT) this.#kept.clear()
    this.#revision = revision
    const known = this.#kept.get(text)
    if (known !== undefined) return known
    // Without detectors of the tenant's nothing is found in words, versions and ids.
    const isHarmless = set === undefined && text.split('/').every((segment) => segment === '' || isMinted(segment))
    const made = isHarmless ? text : starWithin(set)(text)
    this.#kept.set(text, made)
    return made
  }
}

/** Of what is named after a person, or as one is. */
const PRODUCTS: ReadonlySet<string> = new Set(['claude', 'exa', 'gemini', 'jenkins', 'jira', 'jules'])

function isPersonal(word: string): boolean {
  return isListedName(word) && !isListedCommonWord(word) && !PRODUCTS.has(word)
}

/** Replaces what is found in a text. */
type Star = (text: string) => string

function starWithin(extra: ExtraDetectors | undefined): Star {
  if (extra === undefined) return (text) => starOut(text)
  const budget = ownRunningTimes.begin(BUDGET_MS)
  return (text) => starOut(text, extra, () => budget.isSpent())
}
