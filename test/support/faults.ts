import { isMainThread, threadName } from 'node:worker_threads'

/** Loaded into the product by NODE_OPTIONS=--import: signals make it fail where nothing catches. */

const CHANNEL = 'weir-test-faults'
/** What no line of a log may repeat. */
const MESSAGE = 'my card is 4111 1111 1111 1111\n    at 4111111111111111'

if (isMainThread) {
  process.on('SIGUSR2', () => {
    setTimeout(() => {
      throw new TypeError(MESSAGE)
    })
  })
  process.on('SIGWINCH', () => void Promise.reject(new RangeError(MESSAGE)))
  const channel = new BroadcastChannel(CHANNEL)
  channel.unref()
  process.on('SIGCONT', () => channel.postMessage('fail'))
} else if (threadName === 'weir-api') {
  const channel = new BroadcastChannel(CHANNEL)
  channel.unref()
  channel.onmessage = () => {
    throw new TypeError(MESSAGE)
  }
}
