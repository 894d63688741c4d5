import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Child } from '../child.ts'
import { BenchError } from '../errors.ts'
import { type Spread, spread } from '../statistics.ts'
import type { HandedOver, HandOverOptions } from './hand-over-program.ts'
import { type Memory, memoryOf } from './memory.ts'
import type { Parts, PartsOptions } from './parts-program.ts'

/** Records in one batch, while its parts are measured: what a busy proxy sends ten times a second. */
const BATCH = 100
const RECORDS_PER_SECOND_OF_PARTS = 4000
const PER_SECOND = 2000

/** CPU of one record from the proxy's hand-over to the committed row, in microseconds. */
export interface Way {
  readonly listening: 'the proxy' | 'the proxy and a console'
  readonly cpuMicros: Spread
  /** Of it, the thread of the proxy. */
  readonly proxyMicros: Spread
}

/** API and recorder in one process as in `npm start`, with and without somebody who wants every event. */
export async function measureWay(
  { seconds, rounds }: { seconds: number; rounds: number },
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<{ way: Way[]; memory: Memory }> {
  const way: Way[] = []
  let memory: Memory | undefined
  for (const console of [false, true]) {
    progress(`from hand-over to row${console ? ', with a console' : ''}`)
    const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
    const options: HandOverOptions = { folder, perSecond: PER_SECOND, seconds, rounds, console }
    const child = new Child('the hand-over', 'bench/record/hand-over-program.ts', { args: [JSON.stringify(options)] })
    const measured: HandedOver[] = []
    await withChild(child, folder, signal, async () => {
      await child.answer<'warm'>()
      // A prompt wakes its proxy whether it is recorded or not: a hundred wake-ups a second are no part of what records cost.
      const pace = await child.answer<HandedOver>()
      for (let round = 1; round <= rounds; round++) measured.push(without(pace, await child.answer<HandedOver>()))
      memory = await memoryOf(child, 'after the load')
    })
    way.push({
      listening: console ? 'the proxy and a console' : 'the proxy',
      cpuMicros: spread(measured.map(({ cpuMicros }) => cpuMicros)),
      proxyMicros: spread(measured.map(({ proxyMicros }) => proxyMicros)),
    })
  }
  if (memory === undefined) throw new BenchError('nothing was measured')
  return { way, memory }
}

function without(pace: HandedOver, { cpuMicros, proxyMicros, records }: HandedOver): HandedOver {
  return { cpuMicros: cpuMicros - pace.cpuMicros, proxyMicros: proxyMicros - pace.proxyMicros, records }
}

/** Each part by itself. Those of the store hold the counters, too. */
export async function measureParts(seconds: number, signal: AbortSignal): Promise<Parts> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
  const records = Math.max(BATCH, Math.round(seconds * RECORDS_PER_SECOND_OF_PARTS))
  const options: PartsOptions = { folder, batch: BATCH, records }
  const child = new Child('the parts', 'bench/record/parts-program.ts', { args: [JSON.stringify(options)] })
  let parts: Parts = {}
  await withChild(child, folder, signal, async () => {
    parts = await child.answer<Parts>()
  })
  return parts
}

async function withChild(child: Child, folder: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const stop = () => child.stop()
  signal.addEventListener('abort', stop)
  try {
    await work()
  } finally {
    signal.removeEventListener('abort', stop)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
