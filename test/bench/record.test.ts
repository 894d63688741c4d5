import test from 'ava'
import { UsageError } from '../../bench/errors.ts'
import { parseOptions } from '../../bench/record/options.ts'
import { runRecord } from '../../bench/record/run.ts'

test('a short run records through the API, one at a time and in batches', async (t) => {
  const options = { seconds: 0.2, rounds: 1, mongodb: undefined }
  const report = await runRecord(options, () => {}, new AbortController().signal)
  t.deepEqual(
    report.results.map(({ engine, endpoint }) => `${engine} ${endpoint}`),
    ['embedded one', 'embedded batch'],
  )
  for (const { interactionsPerSecond, cpuMicros, residentMiB } of report.results) {
    t.true(interactionsPerSecond.min > 0 && cpuMicros.min > 0 && residentMiB > 10)
  }
})

test('MongoDB is measured where a server is named', (t) => {
  t.is(parseOptions([], {}).mongodb, undefined)
  t.is(parseOptions([], { WEIR_TEST_MONGODB_URL: 'mongodb://a/' }).mongodb, 'mongodb://a/')
  t.is(parseOptions(['--mongodb', 'mongodb://b/'], {}).mongodb, 'mongodb://b/')
  t.throws(() => parseOptions(['--rows', '1'], {}), { instanceOf: UsageError })
})
