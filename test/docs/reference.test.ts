import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import english from '../../console/messages/en.json' with { type: 'json' }
import french from '../../console/messages/fr.json' with { type: 'json' }
import { AlertType, Severity } from '../../core/model/alert.ts'
import { Heartbeat } from '../../core/model/proxy-instance.ts'

test('the documents that are generated from code say what the code says', (t) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'reference.ts')], {
    encoding: 'utf8',
  })
  t.is(status, 0, stdout + stderr)
})

const RULES = readFileSync(join(import.meta.dirname, '../../docs/reference/api-rules.md'), 'utf8')
const sectionOf = (title: string) => RULES.split(/^## /m).find((section) => section.startsWith(`${title}\n`)) ?? ''

test('every type of alert has its line in the table, and its words in each language of the console', (t) => {
  const lines = [...sectionOf('Alerts').matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)]
  t.deepEqual(lines.map(([, type]) => type).sort(), [...AlertType.options].sort())
  for (const [line, , severity = ''] of lines) {
    const named = [...severity.matchAll(/`(\w+)`/g)].map(([, word]) => word)
    t.true(named.length > 0 && named.every((word) => Severity.safeParse(word).success), line)
  }
  for (const words of [english, french]) {
    for (const type of AlertType.options)
      for (const key of [`alert.${type}`, `alert-now.${type}`]) t.true(Object.hasOwn(words, key), key)
  }
})

test('every field of a heartbeat is in the rules', (t) => {
  for (const field of Object.keys(Heartbeat.shape)) t.true(sectionOf('Proxies').includes(`\`${field}\``), field)
})
