import { readFile, writeFile } from 'node:fs/promises'
import test from 'ava'
import { describeDetectors } from '../../../core/inspect/detectors.ts'
import { RULES } from '../../../core/inspect/rules/all.ts'

const PATH = new URL('../../../docs/detectors.md', import.meta.url)

test('docs/detectors.md describes the rules as they are', async (t) => {
  const wanted = describeDetectors(RULES)
  if (process.env.UPDATE_DOCS === '1') await writeFile(PATH, wanted)
  t.is(await readFile(PATH, 'utf8'), wanted, 'run this test with UPDATE_DOCS=1 to write docs/detectors.md anew')
})

test('every rule is described, and no token is shown', (t) => {
  const text = describeDetectors(RULES)
  for (const rule of RULES) t.true(text.includes(`| ${rule.id} | `), rule.id)
  t.false(/ghp_[0-9A-Za-z]{36}/.test(text))
})
