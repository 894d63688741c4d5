import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { InvariantError } from '../../core/errors.ts'
import { analyse, type FindPeople } from '../../core/tier3/analyse.ts'
import type { FromWorker, Job } from '../messages.ts'
import type { BuiltinOptions } from './provider.ts'

if (parentPort === null) throw new InvariantError('the tier 3 worker runs in a worker thread only')
const port = parentPort
const { names, inBackground } = workerData as BuiltinOptions
// On Linux a priority is a thread's own; elsewhere it is the process', whose prompts must not wait.
if (inBackground && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)
const findPeople = names ? loadModel() : undefined

port.on('message', ({ text, knownNames, boilerplate, budgetMs }: Job) => {
  const deadline = performance.now() + budgetMs
  const isOverBudget = () => performance.now() > deadline
  tell({ kind: 'done', findings: analyse(text, { knownNames, findPeople, isOverBudget, boilerplate }) })
})
tell({ kind: 'ready' })

/**
 * Compromise's English model also finds more people in French sentences than fr-compromise does (docs/decisions/0008), so it is
 * asked about both. Required, not imported: its bundle loads in half the time of its hundreds of modules.
 */
function loadModel(): FindPeople {
  const require = createRequire(import.meta.url)
  const nlp = require('compromise') as typeof import('compromise').default
  return (sentence) => {
    const people: unknown = nlp(sentence).people().json({ offset: true })
    return (people as { offset: { start: number; length: number } }[]).map(({ offset }) => ({
      start: offset.start,
      end: offset.start + offset.length,
    }))
  }
}

function tell(message: FromWorker): void {
  port.postMessage(message)
}
