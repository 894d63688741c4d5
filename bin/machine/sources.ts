import { COLUMNS } from './columns.ts'
import { Draw } from './draw.ts'
import { readPackage } from './fetch.ts'
import { FILES } from './files.ts'
import { textsOf } from './measure.ts'
import { OPERATIONS } from './operations.ts'
import { PACKAGE_SOURCES, type PackageSource } from './packages.ts'
import { SCIENCE } from './science.ts'
import type { Source } from './source.ts'

export interface MachineTexts {
  readonly name: string
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

/** All sources, those that are made first. */
export function machineSources(sampling: Sampling): MachineTexts[] {
  const made = [...COLUMNS, ...SCIENCE, ...OPERATIONS, ...FILES].map((source) => ({
    name: source.name,
    texts: () => textsMade(source, sampling),
  }))
  return [...made, ...PACKAGE_SOURCES.map((source) => ({ name: source.name, texts: () => textsOfFiles(source) }))]
}

function* textsMade(source: Source, { seed, texts }: Sampling): Generator<string> {
  const draw = new Draw(seed)
  for (let made = 0; made < texts; ) {
    for (const text of textsOf(source.make(draw)).slice(0, Math.min(TEXTS_OF_DOCUMENT_MAX, texts - made))) {
      made++
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
