import { Spool } from '../../../proxy/record/spool/spool.ts'
import { SpoolError } from '../../../proxy/record/spool/spool-errors.ts'

/** Appends until the disk refuses, tells the tale as JSON on stdout. Argument: the spool's directory. */
const [directory = ''] = process.argv.slice(2)
const spool = await Spool.open({ directory })
const kept: string[] = []
let refusal: { code: string; cause: unknown } | undefined
while (refusal === undefined) {
  const record = JSON.stringify({ n: kept.length, text: 'x'.repeat(999) })
  try {
    spool.append(record)
    kept.push(record)
  } catch (error) {
    if (!(error instanceof SpoolError)) throw error
    refusal = { code: error.code, cause: (error.cause as NodeJS.ErrnoException).code }
  }
}
const backlogWhenFull = spool.lines
const readBack: string[] = []
let damaged = 0
for (
  let batch = await spool.read({ items: 100, bytes: 1e6 });
  batch;
  batch = await spool.read({ items: 100, bytes: 1e6 })
) {
  readBack.push(...batch.items.map(String))
  damaged += batch.damaged
  await spool.acknowledge(batch)
}
const identical = JSON.stringify(readBack) === JSON.stringify(kept)
process.stdout.write(JSON.stringify({ kept: kept.length, refusal, backlogWhenFull, damaged, identical }))
