import { type AddressInfo, connect, createServer } from 'node:net'
import { parentPort, Worker, workerData } from 'node:worker_threads'
import { once } from './once.ts'
import type { Scope } from './scope.ts'

/** Connections that the kernel completes without anybody accepting them. */
const BACKLOG = 1
const ROLE = 'blackhole'

/**
 * A port on 127.0.0.1 where connecting never succeeds and never fails: it belongs to a thread that has stopped working, and
 * its backlog is full. So on Linux; elsewhere the kernel may refuse instead.
 */
export async function startBlackhole(scope: Scope): Promise<number> {
  const worker = new Worker(new URL(import.meta.url), { workerData: ROLE })
  scope.teardown(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  for (let n = 0; n < BACKLOG + 1; n++) {
    const filler = connect(port, '127.0.0.1')
    filler.on('error', () => {})
    scope.teardown(() => filler.destroy())
    await once(filler, 'connect')
  }
  return port
}

if (workerData === ROLE && parentPort !== null) {
  const server = createServer()
  const port = parentPort
  server.listen({ port: 0, host: '127.0.0.1', backlog: BACKLOG }, () => {
    port.postMessage((server.address() as AddressInfo).port)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  })
}
