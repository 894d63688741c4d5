import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { testWith } from '../support/optional.ts'
import { fileScope } from '../support/scope.ts'
import { askClient, CHEAP, openPlace, type Place, renderRow } from './clients-table.ts'

/** Rewritten with `WEIR_TEST_WRITE=1 npm test -- test/clients/clients-table.test.ts`. */
const DOCUMENT = join(import.meta.dirname, '../../docs/clients.md')
const isWritten = process.env.WEIR_TEST_WRITE === '1'
const scope = fileScope()
let place: Place
test.before(async () => {
  place = await openPlace(scope)
})

for (const row of CHEAP) {
  const { client, http } = row
  const clientTest = testWith(test, ...(client === 'curl' ? (['curl with HTTP/2'] as const) : []))
  clientTest.serial(`${client} over HTTP/${http}: what a person sees is what docs/clients.md says`, async (t) => {
    const found = renderRow(row, await askClient(row, place))
    const text = readFileSync(DOCUMENT, 'utf8')
    const start = `| ${client} | ${http} |`
    const line = text.split('\n').find((one) => one.startsWith(start))
    if (isWritten && line !== undefined)
      writeFileSync(
        DOCUMENT,
        text.replace(line, () => found),
      )
    t.is(isWritten ? found : line, found)
  })
}
