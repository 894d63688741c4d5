import test from 'ava'
import { startTestApi } from '../support/api.ts'
import { allRoutes } from '../support/api-routes.ts'
import { testWith } from '../support/optional.ts'
import { CALLERS, runPython, runSchemathesis } from './run.ts'

/** For each caller; a longer run finds more. */
const SECONDS = Number(process.env.WEIR_TEST_SCHEMATHESIS_SECONDS ?? (process.env.CI === 'true' ? 40 : 20))
/** Starting, and finishing what has begun. */
const GRACE_SECONDS = 120

const YAML_IS_JSON =
  'import json, sys, yaml; a, b = sys.stdin.read().split("\\0"); sys.exit(json.loads(a) != yaml.safe_load(b))'

// One after the other: each is to have the machine for itself.
const testWithSchemathesis = testWith(test, 'schemathesis').serial

testWithSchemathesis('the document is valid OpenAPI 3.1, as JSON and as YAML', async (t) => {
  const api = await startTestApi(t)
  const json = await api.request('GET', '//docs/openapi.json')
  const yaml = await api.request('GET', '//docs/openapi.yaml')
  const verdict = await runPython(['-m', 'openapi_spec_validator', '--schema', '3.1', '-'], json.text)
  t.is(verdict.exitCode, 0, verdict.output)
  const same = await runPython(['-c', YAML_IS_JSON], `${json.text}\0${yaml.text}`)
  t.is(same.exitCode, 0, same.output)
})

/** What even a crowded machine gets to in the time; a run with less has not begun, or was refused everywhere. */
const LEAST_CASES = 30
const LEAST_REACHED = 5

for (const caller of CALLERS) {
  testWithSchemathesis(`no answer to ${caller} is a failure, undocumented or of another shape`, async (t) => {
    t.timeout((SECONDS + GRACE_SECONDS) * 1000)
    const { exitCode, output, cases, succeeded } = await runSchemathesis(t, caller, SECONDS)
    t.log(`${cases} cases in ${SECONDS} s`)
    t.is(exitCode, 0, output)
    t.true(cases > LEAST_CASES, output)
    if (caller === 'admin') {
      // Which ones random requests get right is chance; that each one answers with success is held by
      // test/api/openapi/examples.test.ts. A token that has ended would reach none.
      const missed = allRoutes(t).filter(({ operation }) => !succeeded.has(operation))
      t.log(`no success from ${missed.map(({ operation }) => operation).join(', ')}`)
      t.true(succeeded.size > LEAST_REACHED, output)
    }
  })
}
