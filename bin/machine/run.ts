import type { Classification } from '../../core/model/classification.ts'
import type { TieredClassifier } from '../tiered-classifier.ts'
import { FetchError } from './fetch.ts'
import { aimOf, MachineFigures, type SourceFigures } from './measure.ts'
import { type MachineTexts, machineSources, type Sampling } from './sources.ts'

export interface MachineOptions extends Sampling {
  /** Only sources whose names hold this. */
  readonly only?: string | undefined
  onFinding(source: string, finding: Classification, text: string): void
}

/** A source whose data could not be had, and why. */
export interface NotMeasured {
  readonly source: string
  readonly reason: string
}

export interface MachineReport {
  readonly seed: number
  readonly sources: readonly SourceFigures[]
  readonly notMeasured: readonly NotMeasured[]
  readonly isMet: boolean
}

/** Measures what is found in data that machines write and that are nobody's, against the aims (aimOf). */
export async function measureMachineData(
  classifier: TieredClassifier,
  options: MachineOptions,
): Promise<MachineReport> {
  const sources: SourceFigures[] = []
  const notMeasured: NotMeasured[] = []
  for (const source of machineSources(options)) {
    if (options.only !== undefined && !source.name.includes(options.only)) continue
    try {
      sources.push(await measure(source, classifier, options))
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      notMeasured.push({ source: source.name, reason: error.message })
    }
  }
  const isMet = sources.every(({ types }) => types.every((type) => type.isMet))
  return { seed: options.seed, sources, notMeasured, isMet }
}

async function measure({ name, texts }: MachineTexts, classifier: TieredClassifier, options: MachineOptions) {
  const figures = new MachineFigures(name, (finding, text) => options.onFinding(name, finding, text))
  for (const text of texts()) figures.add(text, await classifier.classify(text))
  return figures.figures()
}

/** For people: a line for each source, what misses its aim first. */
export function machineTable({ seed, sources, notMeasured, isMet }: MachineReport): string {
  const cell = ({ type, perThousand, isMet }: SourceFigures['types'][number]) =>
    `${isMet ? '' : '!'}${type} ${round(perThousand)}`
  const rows = sources.map(({ source, texts, types }) => {
    const inOrder = types.toSorted((a, b) => Number(a.isMet) - Number(b.isMet))
    return `  ${source.padEnd(32)}${String(texts).padStart(6)}  ${inOrder.map(cell).join(', ') || 'nothing'}\n`
  })
  const missing = notMeasured.map(({ source, reason }) => `  ${source.padEnd(32)}not measured: ${reason}\n`)
  const missed = sources.flatMap(({ source, types }) =>
    types
      .filter((type) => !type.isMet)
      .map(({ type, perThousand }) => `${source}: ${type} ${round(perThousand)}, aim ${aimOf(type)}`),
  )
  const verdict = isMet ? 'every aim is met\n' : `${missed.length} aims are missed (marked with !)\n`
  return `findings per 1,000 texts of 2,000 characters in which nothing is anybody's, seed ${seed}\n${[...rows, ...missing].join('')}${verdict}`
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
