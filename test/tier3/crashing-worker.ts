import { parentPort } from 'node:worker_threads'

/** Stands in for the tier 3 thread: does what the text says. */
parentPort?.on('message', ({ text }: { text: string }) => {
  if (text === 'throw') throw new Error(`about ${text} zibeline`)
  if (text === 'exit') process.exit(1)
  if (text === 'eat') {
    const eaten: unknown[] = []
    for (;;) eaten.push(Array(100_000).fill(eaten.length))
  }
  while (text === 'spin');
  parentPort?.postMessage({ kind: 'done', findings: [{ type: 'ECHO', value: text, score: 1, start: 0, end: 1 }] })
})
parentPort?.postMessage({ kind: 'ready' })
