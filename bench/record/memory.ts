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

/** What `npm start` takes when nothing has happened yet. The launcher's own process is not in it. */
export async function measureIdleMemory(signal: AbortSignal): Promise<Memory> {
  const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('WEIR_'))
  const child = new Child('Weir', 'main.ts', {
    cwd: folder,
    env: {
      ...Object.fromEntries(inherited),
      WEIR_DATA_DIR: join(folder, 'data'),
      WEIR_API_PORT: '0',
      WEIR_PROXY_PORT: '0',
    },
  })
  const stop = () => child.stop()
  signal.addEventListener('abort', stop)
  try {
    await child.output(/^ +API +(\S+)\n/m)
    await sleep(IDLE_MS, undefined, { signal })
    return await memoryOf(child, 'idle')
  } finally {
    signal.removeEventListener('abort', stop)
    await stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function memoryOf(child: Child, when: Memory['when']): Promise<Memory> {
  const heaps = await child.ask<ThreadHeap[]>('heaps')
  return { when, residentBytes: await child.residentBytes(), heaps }
}
