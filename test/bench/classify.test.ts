import test from 'ava'
import { judge } from '../../bench/classify/accuracy.ts'
import type { Contestant } from '../../bench/classify/contestants.ts'
import { compare } from '../../bench/classify/measure.ts'
import { parseOptions } from '../../bench/classify/options.ts'
import { commandOf } from '../../bench/classify/programs.ts'
import { benignSets, worstTexts } from '../../bench/classify/texts.ts'
import { UsageError } from '../../bench/errors.ts'

test('a label is found where a finding overlaps it; what no label speaks of is not judged in partly labelled texts', (t) => {
  const span = (start: number, end: number) => ({ start, end })
  const partly = [{ text: '', spans: [span(0, 5), span(10, 15)], not_spans: [span(20, 25)] }]
  t.deepEqual(judge(partly, [[span(3, 8), span(22, 30), span(40, 45)]]), { labelled: 2, found: 1, false: 1 })
  t.deepEqual(judge([{ text: '', spans: [] }], [[span(0, 1), span(2, 3)]]), { labelled: 0, found: 0, false: 2 })
  t.deepEqual(judge([{ text: '', spans: [span(0, 1)] }], [[]]), { labelled: 1, found: 0, false: 0 })
})

test('every contestant goes over every text, and a slow one is measured once', async (t) => {
  const seen: string[] = []
  const contestant: Contestant = {
    name: 'it',
    find(text) {
      seen.push(text)
      return []
    },
  }
  const [speed] = await compare([contestant], ['ab', 'cd'], 3, new AbortController().signal)
  t.is(seen.length, 10)
  t.true(speed !== undefined && speed.p95 >= speed.p50 && (speed.megabytesPerCpuSecond ?? 0) > 0)
})

test('without the corpora the benign texts are made up', (t) => {
  const sets = benignSets('/nowhere')
  t.deepEqual(
    sets.map(({ texts }) => texts[0]?.length),
    [2_000, 4_000, 50_000, 100_000],
  )
})

test('hostile texts have the length asked for', (t) => {
  for (const { name, text } of worstTexts(4_000)) t.is(text.length, 4_000, name)
})

test('a program that is not installed has no command', (t) => {
  t.is(commandOf({ name: 'weir-no-such-program', variable: 'WEIR_NO_SUCH_PROGRAM', install: '' }), undefined)
})

test('wrong options are named', (t) => {
  t.throws(() => parseOptions(['--rounds', '0']), { instanceOf: UsageError, message: /--rounds/ })
  t.is(parseOptions(['--peers', 'no']).peers, false)
})
