import test from 'ava'
import { Counter, Histogram, Registry } from 'prom-client'
import { BatchedCounter, BatchedHistogram, Tally } from '../../../proxy/telemetry/batched.ts'

const COUNTER = { name: 'a_total', help: 'A.', labelNames: ['of', 'by'] as const }
const SUM = { name: 'b_total', help: 'B.' }
const HISTOGRAM = { name: 'c_seconds', help: 'C.', buckets: [0.1, 1, 10] }

test('what is scraped is what prom-client would count at once, whenever it is scraped', async (t) => {
  const plain = new Registry()
  const batched = new Registry()
  const expected = {
    counter: new Counter({ ...COUNTER, registers: [plain] }),
    sum: new Counter({ ...SUM, registers: [plain] }),
    histogram: new Histogram({ ...HISTOGRAM, registers: [plain] }),
  }
  const counted = {
    counter: new BatchedCounter({ ...COUNTER, registers: [batched] }),
    sum: new Tally({ ...SUM, registers: [batched] }),
    histogram: new BatchedHistogram({ ...HISTOGRAM, registers: [batched] }),
  }
  t.is(await batched.metrics(), await plain.metrics())
  for (let number = 0; number < 1000; number++) {
    const values = [`x${number % 7}`, number % 2 === 0 ? 'y' : ''] as const
    expected.counter.inc({ of: values[0], by: values[1] })
    expected.counter.inc({ of: 'z', by: 'w' }, number)
    counted.counter.inc(...values)
    counted.counter.add(number, 'z', 'w')
    for (const { sum, histogram } of [expected, counted]) {
      sum.inc(number)
      sum.inc()
      histogram.observe(number / 64)
    }
    if (number % 97 === 0) t.is(await batched.metrics(), await plain.metrics())
  }
  t.is(await batched.metrics(), await plain.metrics())
  t.deepEqual(await batched.getMetricsAsJSON(), await plain.getMetricsAsJSON())
})
