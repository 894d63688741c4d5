import test from 'ava'
import { classify } from '../../../core/inspect/classify.ts'
import { WARM_TYPES, warmUp, warmUpText } from '../../../core/inspect/warm-up.ts'

test('the prompt that code and patterns are compiled with has something of each frequent type', (t) => {
  const found = new Set(classify(warmUpText()).classifications.map(({ type }) => type))
  t.deepEqual(
    [...WARM_TYPES].filter((type) => !found.has(type)),
    [],
  )
})

test('warming up twice does no harm', (t) => {
  t.notThrows(() => {
    warmUp()
    warmUp()
  })
})
