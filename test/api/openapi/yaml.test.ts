import test from 'ava'
import { toYaml } from '../../../api/openapi/yaml.ts'

const write = test.macro({
  exec: (t, value: unknown, expected: string) => t.is(toYaml(value), `${expected}\n`),
  title: (_, value) => `${JSON.stringify(value)?.slice(0, 60)} as YAML`,
})

test(write, { a: 1, b: true, c: null }, 'a: 1\nb: true\nc: null')
test(write, { a: { b: { c: 'd' } } }, 'a:\n  b:\n    c: d')
test(write, { a: [] }, 'a: []')
test(write, { a: {}, b: [{}] }, 'a: {}\nb:\n  - {}')
test(write, [1, [2, 3], { a: [4], b: 5 }], '- 1\n- - 2\n  - 3\n- a:\n    - 4\n  b: 5')
test(write, { a: undefined, b: 1 }, 'b: 1')
test(write, 'plain words (and more)', 'plain words (and more)')

// What YAML 1.1 or 1.2 would read as something else than this text.
for (const text of ['true', 'No', 'null', '~', '1', '0x1', '1.0.0', '2026-11-21', '', ' a', 'a ', '- a', '? a', '#a']) {
  test(write, text, JSON.stringify(text))
}
for (const text of [
  'a: b',
  'a #b',
  '*a',
  '&a',
  '!a',
  '%a',
  '@a',
  '`a',
  '{a',
  '[a',
  '"a"',
  "'a'",
  '|',
  '>',
  'a\tb',
  'é',
]) {
  test(write, text, JSON.stringify(text))
}

test(write, { 200: 'a', 'b c': 'd', '/e': 'f' }, '"200": a\nb c: d\n"/e": f')
test(write, { a: 'one\ntwo: 2\n\nthree' }, 'a: |-\n  one\n  two: 2\n\n  three')
test(write, { a: { b: 'one\n- two' } }, 'a:\n  b: |-\n    one\n    - two')
for (const text of ['one\n', '\none', 'one\n two', 'one\n\u0007two', 'one\r\ntwo', ' one\ntwo']) {
  test(write, { a: text }, `a: ${JSON.stringify(text)}`)
}
