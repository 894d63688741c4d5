import test from 'ava'
import { UsageError } from '../../../bench/errors.ts'
import { LANES, parseOptions } from '../../../bench/inspect/options.ts'

test('without arguments everything runs', (t) => {
  t.deepEqual(parseOptions([]), { seconds: 1, rounds: 7, lanes: LANES, answers: 'on' })
})

test('arguments are taken', (t) => {
  t.deepEqual(parseOptions(['--seconds', '0.5', '--rounds', '3', '--lanes', 'weir', '--answers', 'off']), {
    seconds: 0.5,
    rounds: 3,
    lanes: ['weir', 'bare-undici'],
    answers: 'off',
  })
})

test('lanes run in one order, however they are given, and always with the yardstick', (t) => {
  t.deepEqual(parseOptions(['--lanes', 'mockttp,weir']).lanes, ['weir', 'bare-undici', 'mockttp'])
})

for (const args of [
  ['more'],
  [''],
  ['--fast'],
  ['--seconds'],
  ['--seconds', ''],
  ['--seconds', '0'],
  ['--seconds', '61'],
  ['--seconds', 'ten'],
  ['--rounds', '1.5'],
  ['--rounds', '0'],
  ['--lanes', 'weir,squid'],
  ['--lanes', ''],
  ['--answers', 'some'],
]) {
  test(`${JSON.stringify(args)} is wrong usage`, (t) => {
    t.throws(() => parseOptions(args), { instanceOf: UsageError })
  })
}
