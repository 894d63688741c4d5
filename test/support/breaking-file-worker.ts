import { existsSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import type { FileAnswer, FileJob } from '../../proxy/files/worker.ts'

/** A thread that reads files as a broken library would: the file says how. */
const answer = (text: string): FileAnswer => ({ reading: { text, context: '', problems: [] }, unpackedBytesLeft: 1000 })

parentPort?.on('message', ({ bytes }: FileJob) => {
  const what = Buffer.from(bytes).toString()
  if (what === 'throw') throw new Error('a fault of a library')
  if (what === 'exit') process.exit(3)
  if (what === 'hang') for (;;);
  if (what === 'wait') return
  if (what.startsWith('until ')) {
    const waiting = setInterval(() => {
      if (!existsSync(what.slice('until '.length))) return
      clearInterval(waiting)
      parentPort?.postMessage(answer(what))
    }, 10)
    return
  }
  if (what === 'grow') for (const held: unknown[] = []; ; ) held.push({ held })
  if (what === 'buffers') {
    const held: Uint8Array[] = []
    const grow = () => {
      held.push(new Uint8Array(50_000_000).fill(1))
      setTimeout(grow, 5)
    }
    grow()
    return
  }
  parentPort?.postMessage(answer(what))
})
parentPort?.postMessage('ready')
