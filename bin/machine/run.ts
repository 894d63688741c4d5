import { Evaluation } from '../../core/inspect/evaluation.ts'
import { inspectPrompt } from '../../core/inspect/prompt.ts'
import type { Classification } from '../../core/model/classification.ts'
import type { TieredClassifier } from '../tiered-classifier.ts'
import { type MachineTexts, madeSources, packageSources, type Sampling } from './all-sources.ts'
import { Draw } from './draw.ts'
import { FetchError } from './fetch.ts'
import { MachineFigures, RECALL_AIM, type SourceFigures, TEXT_LENGTH } from './measure.ts'
import { labelled, OWNED_CONTEXTS, type OwnedContext } from './owned.ts'
import { END_OF_MESSAGE } from './source.ts'
import { OWNED_TYPES, type OwnedType } from './values.ts'

/** A false alarm, or a value of somebody's that was missed. */
export interface Mistake {
  readonly source: string
  readonly type: string
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface MachineOptions extends Sampling {
  /** Only sources whose names hold this. */
  readonly only?: string | undefined
  onMistake(mistake: Mistake): void
}

/** How many values that belong to people were found in one place of machine data. */
export interface OwnedFigures {
  readonly place: string
  readonly types: readonly {
    readonly type: OwnedType
    readonly expected: number
    readonly found: number
    readonly isMet: boolean
  }[]
}

/** A source whose data could not be had, and why. */
export interface NotMeasured {
  readonly source: string
  readonly reason: string
}

export interface MachineReport {
  readonly seed: number
  readonly sources: readonly SourceFigures[]
  readonly owned: readonly OwnedFigures[]
  readonly notMeasured: readonly NotMeasured[]
  readonly isMet: boolean
}

/**
 * Measures what is found in data that machines write: where they are nobody's, against the aims of each type (aimOf), and where they
 * hold what belongs to people, against RECALL_AIM.
 */
export async function measureMachineData(
  classifier: TieredClassifier,
  options: MachineOptions,
): Promise<MachineReport> {
  const isMeasured = (name: string) => options.only === undefined || name.includes(options.only)
  const sources: SourceFigures[] = []
  const notMeasured: NotMeasured[] = []
  for (const source of [...madeSources(options), ...packageSources()].filter(({ name }) => isMeasured(name))) {
    try {
      sources.push(await measure(source, classifier, options.onMistake))
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      notMeasured.push({ source: source.name, reason: error.message })
    }
  }
  const owned: OwnedFigures[] = []
  for (const place of OWNED_CONTEXTS.filter(({ name }) => isMeasured(name)))
    owned.push(await measureOwned(place, classifier, options))
  const isMet = [...sources, ...owned].every(({ types }) => types.every((type) => type.isMet))
  return { seed: options.seed, sources, owned, notMeasured, isMet }
}

/** @throws FetchError */
export async function measure(
  { name, ownTypes, isConversation, texts }: MachineTexts,
  classifier: TieredClassifier,
  onMistake: MachineOptions['onMistake'],
): Promise<SourceFigures> {
  const figures = new MachineFigures(name)
  for (const text of texts()) {
    const found = isConversation ? findInConversation(text) : findIn(text, await classifier.classify(text))
    const mistakes = found.filter(({ type }) => !ownTypes.includes(type))
    figures.add(mistakes, Math.max(1, Math.floor(text.length / TEXT_LENGTH)))
    for (const mistake of mistakes) onMistake({ source: name, ...mistake })
  }
  return figures.figures()
}

type Found = Omit<Mistake, 'source'>

function findIn(text: string, findings: readonly Classification[]): Found[] {
  return findings.map(({ type, start, end }) => ({ type, text, start, end }))
}

/** What a person said in the messages of one conversation. A value may be split over them, so it is told without its place. */
function findInConversation(conversation: string): Found[] {
  const parts = conversation.split(END_OF_MESSAGE).map((text) => ({ role: 'user' as const, text }))
  return inspectPrompt(parts).facts.map(({ type, value = '' }) => ({ type, text: value, start: 0, end: value.length }))
}

/** Documents of each type for a thousand texts of a source. */
const OWNED_DOCUMENTS = 60

export async function measureOwned(
  place: OwnedContext,
  classifier: TieredClassifier,
  options: Omit<MachineOptions, 'only'>,
): Promise<OwnedFigures> {
  const types: OwnedFigures['types'][number][] = []
  for (const type of OWNED_TYPES) {
    const draw = new Draw(options.seed)
    const evaluation = new Evaluation(new Set([type]), (miss) => {
      if (miss.kind === 'missed') options.onMistake({ ...miss, source: place.name })
    })
    for (let made = 0; made < (OWNED_DOCUMENTS * options.texts) / 1000; made++) {
      const document = labelled(place.make(draw, type), type)
      evaluation.add(document, await classifier.classify(document.text))
    }
    const { expected = 0, found = 0 } = evaluation.figures().find((figures) => figures.type === type) ?? {}
    types.push({ type, expected, found, isMet: found >= expected * RECALL_AIM })
  }
  return { place: place.name, types }
}
