import test from 'ava'
import { Journal } from '../../../api/live/journal.ts'

const event = (id: number, text = 'x') => ({
  id: `evt_${id}`,
  type: 'policy.updated' as const,
  interactionId: null,
  text,
})
const ids = (events: readonly { readonly id: string }[] | undefined) => events?.map(({ id }) => id).join()

test('a journal gives what came after an event, and knows none twice', (t) => {
  const journal = new Journal({ seconds: 60, events: 10 }, () => new Date(0))
  for (let id = 1; id <= 3; id += 1) t.true(journal.add(event(id)))
  t.false(journal.add(event(2)))
  t.is(ids(journal.since('evt_1')), 'evt_2,evt_3')
  t.is(ids(journal.since('evt_3')), '')
  t.is(journal.since('evt_9'), undefined)
})

test('a journal forgets what is too old, too many or too large, the oldest first', (t) => {
  let now = 0
  const journal = new Journal({ seconds: 60, events: 3 }, () => new Date(now))
  for (let id = 1; id <= 100; id += 1) journal.add(event(id))
  t.false(journal.has('evt_97'))
  t.is(ids(journal.since('evt_98')), 'evt_99,evt_100')
  now = 61_000
  t.true(journal.add(event(101)))
  t.is(journal.since('evt_100'), undefined)
  t.is(ids(journal.since('evt_101')), '')
  journal.add(event(102, 'x'.repeat(17 * 1024 * 1024)))
  t.false(journal.has('evt_101'))
  t.true(journal.add(event(101)))
})
