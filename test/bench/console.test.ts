import test from 'ava'
import { consolePages } from '../../bench/console/comparison.ts'
import { parseOptions } from '../../bench/console/options.ts'
import { UsageError } from '../../bench/errors.ts'

test('the console is opened over a million interactions, unless the options say otherwise', (t) => {
  t.deepEqual(parseOptions([]), { rows: 1_000_000, rounds: 7, data: undefined })
  t.deepEqual(parseOptions(['--rows', '5000', '--rounds', '1', '--data', 'x']), { rows: 5000, rounds: 1, data: 'x' })
  for (const args of [
    ['--rows', '9'],
    ['--rounds', '0'],
    ['--rounds', 'x'],
    ['--other', '1'],
  ])
    t.throws(() => consolePages.prepare(args), { instanceOf: UsageError }, args.join(' '))
})
