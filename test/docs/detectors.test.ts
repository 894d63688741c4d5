import { readFileSync } from 'node:fs'
import test from 'ava'
import { renderDetectors } from '../../bin/detectors.ts'

test('docs/detectors.md is what the rules say', (t) => {
  const written = readFileSync(new URL('../../docs/detectors.md', import.meta.url), 'utf8')
  t.is(written, renderDetectors(), 'run: node bin/detectors.ts > docs/detectors.md')
})
