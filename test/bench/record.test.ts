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
  for (const { interactionsPerSecond, cpuMicros, residentMB } of report.results) {
    t.true(interactionsPerSecond.min > 0 && cpuMicros.min > 0 && residentMB > 10)
  }
  t.deepEqual(
    report.way.map(({ listening, cpuMicros }) => [listening, cpuMicros.min > 0]),
    [
      ['the proxy', true],
      ['the proxy and a console', true],
    ],
  )
  t.true(Object.values(report.parts).every((micros) => micros >= 0))
  t.deepEqual(
    report.memory.map(({ when, heaps }) => [when, heaps.map(({ thread }) => thread)]),
    [
      ['idle', ['main', 'weir-api']],
      ['after the load', ['main', 'weir-api']],
    ],
  )
})

test('MongoDB is measured where a server is named', (t) => {
  t.is(parseOptions([], {}).mongodb, undefined)
  t.is(parseOptions([], { WEIR_TEST_MONGODB_URL: 'mongodb://a/' }).mongodb, 'mongodb://a/')
  t.is(parseOptions(['--mongodb', 'mongodb://b/'], {}).mongodb, 'mongodb://b/')
  t.throws(() => parseOptions(['--rows', '1'], {}), { instanceOf: UsageError })
})
