import test from 'ava'
import { parse } from 'yaml'
import { toYaml } from '../../../api/openapi/yaml.ts'

/** Of which YAML 1.1 or 1.2 would make something else, if it were not quoted. */
const TEXTS = [
  ...['true', 'No', 'on', 'y', 'null', '~', '1', '012', '0x1', '1_000', '1:30', '1.0.0', '1e3', '.inf', '2026-11-21'],
  ...['', ' a', 'a ', '- a', '? a', '#a', 'a: b', 'a #b', '*a', '&a', '!a', '%a', '@a', '`a', '{a', '[a', '"a"', "'a'"],
  ...['|', '>', '<<', '=', 'a\tb', 'é', '\u2028', 'one\ntwo: 2\n\nthree', 'one\n- two', 'one\n', '\none', 'one\n two'],
  ...['one\n\u0007two', 'one\r\ntwo', ' one\ntwo', `${'long '.repeat(100)}`],
]

test('readers of both versions of YAML make of it what it was made from', async (t) => {
  const shared = { b: 1 }
  const values = [
    ...TEXTS,
    { a: { b: [[2, 3], { c: [] }, {}] }, d: null },
    { 200: 'a', '/e': 'f', No: 'g' },
    [shared, shared],
  ]
  for (const value of values) {
    const text = await toYaml({ value })
    for (const version of ['1.1', '1.2'] as const) t.deepEqual(parse(text, { version }), { value }, text)
  }
  // No anchors: people read it, and not every reader knows them.
  t.false((await toYaml([shared, shared])).includes('&'))
})
