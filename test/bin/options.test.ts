import test from 'ava'
import { nodeOptions } from '../../bin/launch/options.mjs'

const poolOf = (processors: number) =>
  nodeOptions('26.10.0', processors).find((option) => option.startsWith('--v8-pool-size='))

test('a processor is left to the thread that serves prompts', (t) => {
  t.is(poolOf(1), '--v8-pool-size=1')
  t.is(poolOf(2), '--v8-pool-size=1')
  t.is(poolOf(4), '--v8-pool-size=3')
})

test('where there are more processors than V8 has threads, its number stands', (t) => {
  t.is(poolOf(5), undefined)
  t.is(poolOf(64), undefined)
})
