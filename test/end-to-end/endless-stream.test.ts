import { once } from 'node:events'
import test from 'ava'
import { startStreaming } from '../support/streaming.ts'

test('a stop waits for an answer that does not end, but not for ever', async (t) => {
  const { weir, body } = await startStreaming(t)
  const broken = once(body, 'error')
  const started = performance.now()
  t.is(await weir.stop(), 0)
  const seconds = (performance.now() - started) / 1000
  t.true(seconds > 20 && seconds < 40, `${seconds} s`)
  await broken
})
