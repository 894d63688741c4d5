import { Draw } from './draw.ts'
import { isFetched, readPackage } from './fetch.ts'
import { CODE } from './made/code.ts'
import { COLUMNS } from './made/columns.ts'
import { DATABASES } from './made/databases.ts'
import { DRAWINGS } from './made/drawings.ts'
import { IDS } from './made/ids.ts'
import { LOGS } from './made/logs.ts'
import { MAPS } from './made/maps.ts'
import { MONITORING } from './made/monitoring.ts'
import { REPORTS } from './made/reports.ts'
import { SCIENCE } from './made/science.ts'
import { TELEMETRY } from './made/telemetry.ts'
import { WRITTEN } from './made/written.ts'
import { TEXT_LENGTH, textsOf } from './measure.ts'
import { PACKAGE_SOURCES, type PackageSource } from './packages.ts'
import type { Source } from './source.ts'

export interface MachineTexts {
  readonly name: string
  /** Types that the texts rightly hold. */
  readonly ownTypes: readonly string[]
  /** See Source. */
  readonly isConversation: boolean
  /** Whether there is nothing to fetch. */
  readonly isHere: boolean
  /** @throws FetchError */
  texts(): Iterable<string>
}

export interface Sampling {
  readonly seed: number
  /** Of each source that is made; files are what they are. */
  readonly texts: number
}

/** Texts of one document look like each other, and files of packages differ in length. */
const TEXTS_OF_DOCUMENT_MAX = 3
const TEXTS_OF_FILE_MAX = 40

const MADE: readonly Source[] = [
  ...COLUMNS,
  ...SCIENCE,
  ...MAPS,
  ...DRAWINGS,
  ...MONITORING,
  ...REPORTS,
  ...LOGS,
  ...TELEMETRY,
  ...IDS,
  ...DATABASES,
  ...CODE,
  ...WRITTEN,
]

/** Made from a seed. */
export function madeSources(sampling: Sampling): MachineTexts[] {
  return MADE.map((source) => ({
    name: source.name,
    ownTypes: [],
    isConversation: source.isConversation === true,
    isHere: true,
    texts: () => textsMade(source, sampling),
  }))
}

/** Read from files of packages. */
export function packageSources(): MachineTexts[] {
  return PACKAGE_SOURCES.map((source) => ({
    name: source.name,
    ownTypes: source.ownTypes,
    isConversation: false,
    isHere: source.packages.every(isFetched),
    texts: () => textsOfFiles(source),
  }))
}

function* textsMade(source: Source, { seed, texts }: Sampling): Generator<string> {
  const draw = new Draw(seed)
  for (let made = 0; made < texts; ) {
    const document = source.make(draw)
    const cut =
      source.isWhole === true ? [document] : textsOf(document).slice(0, Math.min(TEXTS_OF_DOCUMENT_MAX, texts - made))
    for (const text of cut) {
      made += Math.max(1, Math.floor(text.length / TEXT_LENGTH))
      yield text
    }
  }
}

/** Of a long file texts from its beginning to its end. */
function* textsOfFiles({ packages }: PackageSource): Generator<string> {
  for (const wanted of packages) {
    for (const { text } of readPackage(wanted)) {
      const texts = textsOf(text)
      const step = Math.max(1, texts.length / TEXTS_OF_FILE_MAX)
      for (let at = 0; at < texts.length; at += step) yield texts[Math.floor(at)] ?? ''
    }
  }
}
