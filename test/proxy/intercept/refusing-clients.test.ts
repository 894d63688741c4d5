import test from 'ava'
import { RefusingClients } from '../../../proxy/intercept/refusing-clients.ts'

const MINUTE = 60_000
const HOST = 'chat.corp.example'

function refusing(passMs: number | undefined) {
  const clock = { time: 0 }
  const clients = new RefusingClients({
    passMs,
    platformAt: (host) => (host === 'elsewhere.example' ? undefined : `host:${host}`),
    mayPass: (host) => host !== 'api.openai.com',
    now: () => clock.time,
  })
  return { clock, clients }
}

test('a client that has refused three times passes through to that host, for a time, and nobody else does', (t) => {
  const { clock, clients } = refusing(60 * MINUTE)
  t.false(clients.refused('10.0.0.1', HOST).isPassing)
  t.false(clients.refused('10.0.0.1', HOST).isPassing)
  t.false(clients.refused('10.0.0.2', HOST).isPassing)
  t.true(clients.refused('10.0.0.1', HOST).isPassing)
  t.true(clients.passes('10.0.0.1', HOST))
  t.false(clients.passes('10.0.0.1', 'other.corp.example'))
  t.false(clients.passes('10.0.0.2', HOST))
  clock.time += 60 * MINUTE
  t.false(clients.passes('10.0.0.1', HOST))
})

test('a service of the catalogue never passes, and without the setting nothing does', (t) => {
  const { clients } = refusing(60 * MINUTE)
  for (let n = 0; n < 10; n++) t.false(clients.refused('10.0.0.1', 'api.openai.com').isPassing)
  t.false(clients.passes('10.0.0.1', 'api.openai.com'))
  const off = refusing(undefined).clients
  for (let n = 0; n < 10; n++) t.false(off.refused('10.0.0.1', HOST).isPassing)
  t.false(off.passes('10.0.0.1', HOST))
})

test('refusals that lie far apart, or that a good connection has followed, are no habit', (t) => {
  const { clock, clients } = refusing(60 * MINUTE)
  for (let n = 0; n < 5; n++) {
    t.false(clients.refused('10.0.0.1', HOST).isPassing)
    clock.time += 11 * MINUTE
  }
  for (let n = 0; n < 5; n++) {
    t.false(clients.refused('10.0.0.2', HOST).isPassing)
    t.false(clients.refused('10.0.0.2', HOST).isPassing)
    clients.accepted('10.0.0.2', HOST)
  }
})

test('clients are counted for each service, and the memory is bounded', (t) => {
  const { clients } = refusing(60 * MINUTE)
  t.is(clients.refused('10.0.0.1', HOST).clients, 1)
  t.is(clients.refused('10.0.0.1', HOST).clients, 1)
  t.is(clients.refused('10.0.0.2', HOST).clients, 2)
  t.deepEqual(clients.refused('10.0.0.2', 'elsewhere.example'), { platform: undefined, clients: 0, isPassing: false })
  for (let n = 0; n < 20_000; n++) clients.refused(`client-${n}`, HOST)
  t.is(clients.refused('one-more', HOST).clients, 1000)
})
