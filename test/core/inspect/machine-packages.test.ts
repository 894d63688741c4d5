import test from 'ava'
import { packageSources } from '../../../bin/machine/all-sources.ts'
import { measure } from '../../../bin/machine/run.ts'
import { openClassifier } from '../../../bin/tiered-classifier.ts'
import { testWith } from '../../support/optional.ts'

// What `npm run evaluate -- --machine` measures, with the same aims (docs/performance.md).
const classifier = openClassifier(2)

for (const source of packageSources()) {
  const fetched = { command: 'npm run evaluate -- --machine --source packages', isThere: () => source.isHere }
  testWith(test, fetched)(`data that machines write set off next to nothing: ${source.name}`, async (t) => {
    const { types } = await measure(source, classifier, () => undefined)
    t.deepEqual(
      types.filter(({ isMet }) => !isMet),
      [],
    )
  })
}
