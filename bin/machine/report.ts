import { RECALL_AIM } from './measure.ts'
import type { MachineReport } from './run.ts'

/** For people: a line for each source, what misses its aim first, and marked. */
export function machineTable({ seed, sources, owned, notMeasured, isMet }: MachineReport): string {
  const rows = sources.map(({ source, texts, types }) => {
    const inOrder = types.toSorted((a, b) => Number(a.isMet) - Number(b.isMet))
    const cells = inOrder.map(({ type, perThousand, isMet }) => `${mark(isMet)}${type} ${round(perThousand)}`)
    return `  ${source.padEnd(NAME)}${String(texts).padStart(6)}  ${cells.join(', ') || 'nothing'}\n`
  })
  const missing = notMeasured.map(({ source, reason }) => `  ${source.padEnd(NAME)}not measured: ${reason}\n`)
  const places = owned.map(({ place, types }) => {
    const cells = types.map(
      ({ type, expected, found, isMet }) => `${mark(isMet)}${type} ${(found / expected).toFixed(3)}`,
    )
    return `  ${place.padEnd(NAME)}${cells.join(', ')}\n`
  })
  return [
    heading(`findings per 1,000 texts of 2,000 characters in which nothing is anybody's, seed ${seed}`, [
      ...rows,
      ...missing,
    ]),
    heading(`share of the values found that do belong to people, aim ${RECALL_AIM}`, places),
    isMet ? 'every aim is met\n' : `${missed({ sources, owned })} aims are missed (marked with !)\n`,
  ].join('')
}

const NAME = 32

const heading = (title: string, rows: readonly string[]) => (rows.length === 0 ? '' : `${title}\n${rows.join('')}`)

const mark = (isMet: boolean) => (isMet ? '' : '!')

function missed({ sources, owned }: Pick<MachineReport, 'sources' | 'owned'>): number {
  return [...sources, ...owned].flatMap(({ types }) => types.filter(({ isMet }) => !isMet)).length
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10)
}
