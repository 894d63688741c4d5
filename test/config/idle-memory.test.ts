import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import test from 'ava'

const MODULE = new URL('../../config/idle-memory.ts', import.meta.url).href
/** Much more than a thread takes by itself. */
const GARBAGE_MIB = 64

/** A thread that has left garbage behind, and says what its heap takes before and after it is given back. */
const THREAD = `
  const { getHeapStatistics } = require('node:v8')
  const { parentPort } = require('node:worker_threads')
  const mebibytes = () => getHeapStatistics().total_physical_size / 2 ** 20
  let garbage = Array.from({ length: ${GARBAGE_MIB} }, (_, i) => Array.from({ length: 2 ** 17 }, (_, j) => i + j + 0.5))
  const before = mebibytes()
  garbage = undefined
  import('${MODULE}').then(({ giveBackIdleMemory }) => {
    const stop = giveBackIdleMemory(1)
    const timer = setInterval(() => {
      const now = mebibytes()
      if (now > before - ${GARBAGE_MIB} / 2) return
      clearInterval(timer)
      stop()
      parentPort.postMessage({ before, now, isExposed: typeof gc !== 'undefined' })
    }, 10)
  })
`

test('what a thread no longer needs goes back to the system, and nobody else gets the collector', async (t) => {
  const worker = new Worker(THREAD, { eval: true })
  t.teardown(() => worker.terminate())
  const [{ before, now, isExposed }] = await once(worker, 'message')
  t.true(before >= GARBAGE_MIB && now < GARBAGE_MIB / 2, `${before}, ${now}`)
  t.false(isExposed)
})

/** Keeps buffers until it has been looked at, then drops them: nothing grows any more, and what was in use is garbage. */
const LATE = `
  const { parentPort } = require('node:worker_threads')
  const mebibytes = () => process.memoryUsage().external / 2 ** 20
  let kept = Array.from({ length: ${GARBAGE_MIB} }, () => new ArrayBuffer(2 ** 20))
  const before = mebibytes()
  import('${MODULE}').then(({ giveBackIdleMemory }) => {
    const stop = giveBackIdleMemory(1, 20)
    setTimeout(() => {
      kept = undefined
      const timer = setInterval(() => {
        const now = mebibytes()
        if (now > before - ${GARBAGE_MIB} / 2) return
        clearInterval(timer)
        stop()
        parentPort.postMessage({ before, now })
      }, 10)
    }, 200)
  })
`

test('buffers that were in use when it was looked are given back later', async (t) => {
  const worker = new Worker(LATE, { eval: true })
  t.teardown(() => worker.terminate())
  const [{ before, now }] = await once(worker, 'message')
  t.true(before >= GARBAGE_MIB && now < GARBAGE_MIB / 2, `${before}, ${now}`)
})
