import { closeSync, openSync } from 'node:fs'
import { Spool } from '../../../proxy/record/spool/spool.ts'

/** Reads the spool when no file can be opened, and again when one can; tells both as JSON. Argument: the spool's directory. */
const [directory = ''] = process.argv.slice(2)
const spool = await Spool.open({ directory, recentMax: 0 })
spool.append('"kept"')
const descriptors: number[] = []
try {
  for (;;) descriptors.push(openSync(process.execPath, 'r'))
} catch {
  // All are taken, as by a proxy with too many connections.
}
const failure = await spool.read({ items: 1, bytes: 1 }).then(
  () => undefined,
  (error) => ({ code: error.code, cause: error.cause.code }),
)
for (const descriptor of descriptors) closeSync(descriptor)
const batch = await spool.read({ items: 1, bytes: 1 })
process.stdout.write(JSON.stringify({ failure, later: batch?.items.map(String) }))
