import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { temporaryFolder } from '../support/temp.ts'
import { startWeir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

test('SIGHUP opens the file of events again and ends nothing', async (t) => {
  const file = join(temporaryFolder(t), 'events.json')
  const weir = await startWeir(t, { env: { WEIR_EVENT_FILE: file } })
  const namesIn = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : '')
  const policy = (name: string) => weir.createPolicy({ name, rules: { action: 'log', conditions: [] } })
  const untilIn = (path: string, name: string) =>
    until(
      () => namesIn(path).includes(name),
      () => `${name} is not in ${path}`,
    )
  await policy('before')
  await untilIn(file, 'before')
  renameSync(file, `${file}.1`)
  weir.product.process.kill('SIGHUP')
  await policy('after')
  await untilIn(file, 'after')
  t.false(namesIn(`${file}.1`).includes('after'))
  t.is(await weir.stop(), 0)
})
