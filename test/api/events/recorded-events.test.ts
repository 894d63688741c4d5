import test from 'ava'
import { publishRecorded } from '../../../api/events/interaction-events.ts'
import { EventDraft } from '../../../api/store/event-draft.ts'
import { mapEffects, type Publish } from '../../../api/store/outbox.ts'
import { EventType } from '../../../core/model/event.ts'
import { anInteraction } from '../store/fixtures.ts'

const TENANT = '00000000-0000-4000-8000-000000000001'
const POLICY = { policy_id: TENANT, policy_name: 'P', action: 'log', matched_conditions: 1 } as const

test('a recorded interaction names all types that may come of it, and all of them may', (t) => {
  const worst = anInteraction(TENANT, { risk_score: 1, tier: 2, policy_decisions: [POLICY] })
  t.deepEqual(
    publishRecorded(worst).map(({ event_type }) => event_type),
    [...(publishRecorded.types ?? [])],
  )
})

test('a change is not even asked what it means where nobody wants any of its types', (t) => {
  let asked = 0
  const publish: Publish<string> = Object.assign(
    () => {
      asked += 1
      return [{ event_type: 'interaction.created', data: () => ({}) } as const]
    },
    { types: ['interaction.created'] as const },
  )
  // As a store does that changes what it is given.
  const mapped = mapEffects(publish, (change: number) => String(change))
  const draftFor = (...wanted: EventType[]) => new EventDraft(TENANT, new Date(), new Set(wanted))
  t.deepEqual(draftFor('policy.created').publish(mapped, 1, 2), [])
  t.is(asked, 0)
  t.is(draftFor('policy.created', 'interaction.created').publish(mapped, 1, 2).length, 2)
  t.is(asked, 2)
  t.is(draftFor(...EventType.options).publish({ publish, audit: () => [] }, 'x').length, 1)
})
