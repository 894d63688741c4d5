import { once } from 'node:events'
import test from 'ava'
import { startStreaming } from '../support/streaming.ts'

for (const [env, least, most] of [
  [{}, 5, 15],
  [{ WEIR_STOP_GRACE_MS: '200' }, 0.2, 5],
] as const) {
  test(`a stop waits for an answer that does not end, but not for ever: ${JSON.stringify(env)}`, async (t) => {
    const { weir, body } = await startStreaming(t, env)
    const broken = once(body, 'error')
    const started = performance.now()
    t.is(await weir.stop(), 0)
    const seconds = (performance.now() - started) / 1000
    t.true(seconds >= least && seconds < most, `${seconds} s`)
    await broken
  })
}
