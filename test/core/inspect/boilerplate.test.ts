import test from 'ava'
import { boilerplateOf, withoutSpans } from '../../../core/inspect/boilerplate.ts'
import { joinContent, type TextPart } from '../../../core/inspect/parts.ts'
import { analyse } from '../../../core/tier3/analyse.ts'

const CODE = 'function add(a, b) {\n  return a + b;\n}\nconst x = add(1, 2);\nconsole.log(x);\n'
const ENVELOPE = `<environment_context>\n  <cwd>/work</cwd>\n  <shell>bash</shell>\n  <date>x</date>\n</environment_context>`
const analysis = { knownNames: [], findPeople: undefined, isOverBudget: () => false }

function topicsOf(content: readonly TextPart[]) {
  const text = joinContent(content)
  const boilerplate = boilerplateOf(content, text.length)
  return analyse(text, { ...analysis, boilerplate }).map(({ type, start, end }) => [type, text.slice(start, end)])
}

test('no topic is told from instructions, prefilled answers or what an agent tells of its environment', (t) => {
  t.deepEqual(
    topicsOf([
      { role: 'system', text: CODE },
      { role: 'user', text: ENVELOPE },
      { role: 'user', text: 'Say hello' },
    ]),
    [],
  )
  t.deepEqual(topicsOf([{ role: 'assistant', text: CODE }]), [])
  t.is(topicsOf([{ role: 'user', text: ENVELOPE.replaceAll('environment_context', 'my_context') }]).length, 1)
})

test('what the person or a tool of theirs contributed is judged, and its place is that in the whole text', (t) => {
  for (const role of ['user', 'tool'] as const) {
    const [topic, ...others] = topicsOf([
      { role: 'system', text: 'You are a helpful assistant. 😀' },
      { role: 'user', text: `${ENVELOPE}\nsee below` },
      { role, text: CODE },
    ])
    t.deepEqual(others, [])
    t.is(topic?.[0], 'TOPIC_SOURCE_CODE')
    t.true(topic?.[1]?.startsWith('function add'), topic?.[1])
    t.true(CODE.includes(topic?.[1] ?? '?'))
  }
})

test('an envelope that does not end is the person’s', (t) => {
  const text = '<environment_context> and so on'
  t.deepEqual(boilerplateOf([{ role: 'user', text }], 1000), [])
})

test('offsets of the rest lead back', (t) => {
  const text = 'aaBBccDD'
  const { rest, original } = withoutSpans(text, [
    { start: 0, end: 2 },
    { start: 4, end: 6 },
  ])
  t.is(rest, 'BB\nDD')
  t.deepEqual([0, 1, 3, 4].map(original), [2, 3, 6, 7])
})
