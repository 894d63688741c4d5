import type { Worker } from 'node:cluster'
import { EventEmitter } from 'node:events'
import test from 'ava'
import pino from 'pino'
import { startProxyCluster } from '../../../proxy/workers/primary.ts'
import { SpareWorker } from '../../../proxy/workers/spare-worker.ts'
import { until } from '../../support/wire.ts'

/** A process as its primary sees it, which listens as soon as it is told to start. */
class FakeWorker extends EventEmitter {
  readonly process = { pid: 1, kill: () => true, on: () => {}, once: () => {}, prependListener: () => {} }
  readonly told: { readonly kind: string; readonly name?: string }[] = []

  isConnected(): boolean {
    return true
  }

  send(message: { readonly kind: string }): boolean {
    this.told.push(message)
    this.emit('message', { kind: 'supplied' })
    this.emit('message', { kind: 'listening', url: 'http://127.0.0.1:1', port: 1 })
    return true
  }

  die(): void {
    this.emit('exit', null, 'SIGKILL')
  }
}

/** Node throws where the machine has no memory for another process. */
function noMemory(): never {
  throw Object.assign(new Error('spawn ENOMEM'), { code: 'ENOMEM' })
}

test('a process that waits for a place is tried again where none can be started', async (t) => {
  let tries = 0
  const fork = () => (tries++ < 3 ? noMemory() : (new FakeWorker() as unknown as Worker))
  const spare = new SpareWorker(fork, { error: () => {} })
  t.teardown(() => spare.close())
  t.notThrows(() => spare.open())
  t.is(spare.take(), undefined)
  await until(
    () => tries === 4,
    () => `${tries} tries`,
  )
  t.not(spare.take(), undefined)
})

test('a worker that ends while no process can be started has its place taken once one can', async (t) => {
  const all: FakeWorker[] = []
  let isShort = false
  let tries = 0
  const forkOne = () => {
    if (isShort) {
      tries++
      noMemory()
    }
    const worker = new FakeWorker()
    all.push(worker)
    setImmediate(() => worker.emit('message', { kind: 'ready' }))
    return worker as unknown as Worker
  }
  const api = { url: 'http://127.0.0.1:1', token: 'x' } as never
  const proxy = await startProxyCluster({ workers: 1, api, hopId: 'h', logger: pino({ enabled: false }), forkOne })
  t.teardown(() => proxy.close())
  const [first, spare] = all
  isShort = true
  spare?.die()
  first?.die()
  await until(
    () => tries >= 4,
    () => `${tries} tries`,
  )
  isShort = false
  await until(
    () => all.slice(2).some(({ told }) => told.some(({ kind, name }) => kind === 'start' && name === 'worker-1')),
    () => 'no worker took its place',
  )
  t.pass()
})
