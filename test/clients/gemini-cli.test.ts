import { join } from 'node:path'
import test from 'ava'
import { testWith } from '../support/optional.ts'
import { fileScope } from '../support/scope.ts'
import { askClient, GEMINI_ARGS, openPlace, type Place } from './clients-table.ts'

/** Installed with the other packages that people call AI services with: sdks.test.ts says how. Of the agents it alone is small enough. */
const PROGRAM = join(import.meta.dirname, 'packages/node_modules/.bin/gemini')
const installed = testWith(test, 'clients').serial

const scope = fileScope()
let place: Place
let seen: readonly string[] = []

test.before(async () => {
  place = await openPlace(scope, { WEIR_COACH_IN_ANSWER: 'on', WEIR_TIER3: 'off' })
  seen = await askClient(
    {
      ...{ client: 'Gemini CLI', http: '1.1', isAlone: true, env: { GEMINI_API_KEY: 'fake' } },
      command: ([prompt = '']) => [PROGRAM, ...GEMINI_ARGS, prompt],
    },
    place,
  )
})

installed('Gemini CLI shows the answer to a prompt that is coached as to any other, and no line in it', async (t) => {
  const [allowed, coached] = seen
  t.is(allowed, 'Good morning')
  t.is(coached, 'Good morning')
  const [record] = await place.weir.listed(({ enforced_action }) => enforced_action === 'coach', 1)
  t.is(record?.platform_id, 'google-gemini-api')
})

installed('Gemini CLI asks once for a prompt that is blocked', async (t) => {
  t.false(seen[2]?.includes('Good morning'), seen[2])
  const blocked = await place.weir.listed(({ enforced_action }) => enforced_action === 'block', 1)
  t.is(blocked.length, 1)
})
