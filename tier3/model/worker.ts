import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { InvariantError } from '../../core/errors.ts'
import { analyse } from '../../core/tier3/analyse.ts'
import { ModelError } from '../../core/tier3/model/errors.ts'
import type { FromWorker, Job } from '../messages.ts'
import { TokenClassifier } from './classifier.ts'
import type { ModelOptions } from './provider.ts'

if (parentPort === null) throw new InvariantError('the tier 3 worker runs in a worker thread only')
const port = parentPort
const { files, inBackground } = workerData as ModelOptions
// On Linux a priority is a thread's own; elsewhere it is the process', whose prompts must not wait.
if (inBackground && process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_LOW)

/** A model that cannot be used says so; anything else ends the thread. */
async function telling(work: () => Promise<FromWorker>): Promise<void> {
  try {
    tell(await work())
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    tell({ kind: 'failed', reason: error.message })
  }
}

await telling(async () => {
  const classifier = await TokenClassifier.open(files)
  port.on('message', (job: Job) => void telling(() => answer(classifier, job)))
  return { kind: 'ready' }
})

async function answer(
  classifier: TokenClassifier,
  { text, knownNames, boilerplate, budgetMs }: Job,
): Promise<FromWorker> {
  const deadline = performance.now() + budgetMs
  const isOverBudget = () => performance.now() > deadline
  const names = await classifier.findNames(text, knownNames, isOverBudget)
  return {
    kind: 'done',
    findings: analyse(text, { knownNames, findPeople: undefined, names, isOverBudget, boilerplate }),
  }
}

function tell(message: FromWorker): void {
  port.postMessage(message)
}
