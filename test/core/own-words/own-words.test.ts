import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'
import { withoutOwnWords } from '../../../core/own-words/own-words.ts'

const own = withoutOwnWords(undefined)
const names = (text: string) =>
  classify(text, { extra: own })
    .classifications.filter(({ type }) => type === 'PERSON_NAME')
    .map(({ start, end }) => [start, text.slice(start, end)])

test('a value is a product’s own only inside the words around it, not beside them', (t) => {
  const own = '"pattern": "Annie Case"'
  t.deepEqual(names(own), [])
  t.deepEqual(names(JSON.stringify({ tool: own })), [])
  t.deepEqual(names(JSON.stringify(JSON.stringify({ tool: own }))), [])
  for (const text of [`${own} and Annie Case`, `${own}, "n": "Annie Case"`, `Annie Case, ${own}`]) {
    const found = names(text)
    t.deepEqual(
      found.map(([, value]) => value),
      ['Annie Case'],
      text,
    )
    t.not(found[0]?.[0], text.indexOf(own) + '"pattern": "'.length, text)
  }
})
