import test from 'ava'
import { RuleEngine } from '../../../core/inspect/engine.ts'
import { RULES } from '../../../core/inspect/rules/all.ts'

const never = () => false

test('every rule has an identifier of its own', (t) => {
  const ids = RULES.map((rule) => rule.id)
  t.is(new Set(ids).size, ids.length)
  for (const id of ids) t.regex(id, /^[a-z0-9]+(-[a-z0-9]+)*$/)
})

for (const rule of RULES) {
  const engine = new RuleEngine([rule])
  const find = (text: string) => engine.detect(text, never).candidates.map(({ start, end }) => text.slice(start, end))

  test(`${rule.id} finds its examples and nothing else in them`, (t) => {
    t.true(rule.examples.match.length > 0)
    for (const example of rule.examples.match) {
      const wanted = [...example.matchAll(/\[\[(.+?)\]\](?!\])/gs)].map(([, value]) => value)
      t.true(wanted.length > 0, example)
      t.deepEqual(find(example.replaceAll(/\[\[(.+?)\]\](?!\])/gs, '$1')), wanted, example)
    }
  })

  test(`${rule.id} leaves its look-alikes alone`, (t) => {
    t.true(rule.examples.reject.length > 0)
    for (const example of rule.examples.reject) t.deepEqual(find(example), [], example)
  })
}
