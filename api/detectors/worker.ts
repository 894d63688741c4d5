import { parentPort } from 'node:worker_threads'
import { InvariantError } from '../../core/errors.ts'
import { type PreparationJob, prepare } from './preparation.ts'

if (parentPort === null) throw new InvariantError('the worker of detectors runs in a worker thread only')
const port = parentPort

port.on('message', (job: PreparationJob) => {
  // A rejection ends the thread: DetectorCheckThread answers for it and starts another.
  void prepare(job).then((prepared) => port.postMessage(prepared))
})
