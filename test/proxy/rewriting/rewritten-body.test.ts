import { randomBytes } from 'node:crypto'
import zlib from 'node:zlib'
import test from 'ava'
import { rewritingLimits } from '../../../proxy/rewriting/limits.ts'
import { RewrittenBody } from '../../../proxy/rewriting/rewritten-body.ts'
import { until } from '../../support/wire.ts'

const AS_IT_IS = { push: (bytes: Buffer) => bytes, end: () => Buffer.alloc(0) }

/** A body for a client that takes `window` bytes, and then nothing until it is drained. */
function open(window: number) {
  const state = { written: 0, resumed: 0, isEnded: false }
  const body = new RewrittenBody({
    ...{ coding: 'gzip', isCompressed: false, filter: AS_IT_IS },
    sink: {
      write: (bytes) => {
        state.written += bytes.length
      },
      flush: () => state.written < window,
      end: () => {
        state.isEnded = true
      },
      broken: () => {},
      resume: () => state.resumed++,
    },
  })
  return { body, state }
}

test('a client that cannot follow is sent little more, however much a small body unpacks to', async (t) => {
  const length = 5_000_000
  const { body, state } = open(1)
  body.push(zlib.gzipSync(Buffer.alloc(length)))
  body.flush()
  body.end()
  await until(
    () => state.written > 0,
    () => 'nothing is written',
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  t.true(state.written < 500_000, `${state.written} bytes`)
  await until(
    () => {
      body.drained()
      return state.isEnded
    },
    () => `${state.written} bytes of ${length}`,
  )
  t.is(state.written, length)
})

test('the service is asked for a pause while more waits to be decoded than may, and then to go on', async (t) => {
  const { body, state } = open(Number.POSITIVE_INFINITY)
  const packed = zlib.gzipSync(randomBytes(2 * rewritingLimits.waitingBytes))
  body.push(packed.subarray(0, 100))
  t.true(body.flush())
  body.push(packed.subarray(100))
  t.false(body.flush())
  await until(
    () => state.resumed > 0,
    () => 'the service is not asked to go on',
  )
  body.end()
  await until(
    () => state.isEnded,
    () => `${state.written} bytes`,
  )
  t.is(state.written, 2 * rewritingLimits.waitingBytes)
})
