import test from 'ava'
import { ATTACKS } from '../siege/attacks.ts'
import { besiege, startBesieged, untilGivenBack } from '../siege/besiege.ts'

const LIMIT = 512 * 1024 * 1024
const SLACK_BYTES = 64 * 1024 * 1024
/** Half a minute on a machine of its own. */
const GIVEN_BACK_MS = 120_000

test('with 512 MB, what is small on the wire and large in memory is held within bounds, and given back', async (t) => {
  t.timeout(600_000)
  // Values have a test of their own, beside the threads that parse them.
  for (const attack of ATTACKS.filter(({ name }) => name !== 'values')) {
    const besieged = await startBesieged(t, LIMIT)
    const outcome = await besiege(besieged, attack, attack.sizes.small, { calmMs: 2000, holdMs: 3000 })
    t.false(besieged.hasEnded(), attack.name)
    t.true(outcome.peak < LIMIT, `${attack.name}: ${outcome.peak}`)
    t.true(outcome.held >= attack.counted && outcome.held <= LIMIT / 4, `${attack.name}: ${outcome.held} were counted`)
    t.true(outcome.during.count > 0, attack.name)
    t.is(outcome.during.failed, 0, attack.name)
    await t.notThrowsAsync(untilGivenBack(besieged, outcome.idle + SLACK_BYTES, GIVEN_BACK_MS), attack.name)
    await besieged.weir.stop()
  }
})
