import { availableParallelism } from 'node:os'

export default {
  files: ['test/**/*.test.ts'],
  extensions: ['ts'],
  timeout: '2m',
  // One file more than there are processors: many of them wait for deadlines and for processes that start.
  concurrency: availableParallelism() + 1,
  workerThreads: false,
  require: ['./test/support/test-file.ts'],
}
