import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const PROBER = fileURLToPath(new URL('prober.ts', import.meta.url))

export interface Probed {
  readonly count: number
  readonly failed: number
  /** In milliseconds. */
  readonly median: number
  readonly p99: number
  readonly most: number
}

/** Has a small prompt sent again and again by a process of its own. @returns ends it, and tells how long they took */
export function probe(proxyPort: number, host: string, pauseMs = 20): () => Promise<Probed> {
  const child = spawn(process.execPath, [PROBER, String(proxyPort), host, String(pauseMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const written = text(child.stdout)
  return async () => {
    child.stdin.end()
    await once(child, 'exit')
    const { taken, failed } = JSON.parse(await written) as { taken: number[]; failed: number }
    const sorted = taken.toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
    return { count: taken.length, failed, median: at(0.5), p99: at(0.99), most: sorted.at(-1) ?? 0 }
  }
}
