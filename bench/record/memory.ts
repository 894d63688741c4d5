import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Child } from '../child.ts'
import type { ThreadHeap } from '../meter.ts'

/** After it says that it is ready: what starting left behind is given back by then. */
const IDLE_MS = 8000

export interface Memory {
  readonly when: 'idle' | 'after the load'
  readonly residentBytes: number
  readonly heaps: readonly ThreadHeap[]
}

/**
 * What `npm start` takes when nothing has happened yet, as test/end-to-end/idle-memory.test.ts measures it. The launcher's own process is not in it.
 * The launcher sets a compile cache, and Node keeps less where it has one: the first start ever fills it, and the second is measured.
 */
export async function measureIdleMemory(signal: AbortSignal): Promise<Memory> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
  try {
    await whileStarted(folder, 'first', signal, async () => {})
    return await whileStarted(folder, 'second', signal, async (child) => {
      await sleep(IDLE_MS, undefined, { signal })
      return await memoryOf(child, 'idle')
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function whileStarted<T>(
  folder: string,
  name: string,
  signal: AbortSignal,
  work: (child: Child) => Promise<T>,
): Promise<T> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const child = new Child('Weir', 'main.ts', {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      NODE_COMPILE_CACHE: join(folder, 'compile-cache'),
      WEIR_DATA_DIR: join(folder, name),
      WEIR_API_PORT: '0',
      WEIR_PROXY_PORT: '0',
    },
  })
  const stop = () => child.stop()
  signal.addEventListener('abort', stop)
  try {
    await child.output(/^ +API +(\S+)\n/m)
    return await work(child)
  } finally {
    signal.removeEventListener('abort', stop)
    await stop()
  }
}

export async function memoryOf(child: Child, when: Memory['when']): Promise<Memory> {
  const residentBytes = await child.residentBytes()
  return { when, residentBytes, heaps: await child.ask<ThreadHeap[]>('heaps') }
}
