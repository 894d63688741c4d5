import test from 'ava'
import { SIGHTINGS_MAX, Sighting } from '../../../core/model/sighting.ts'
import { Sightings } from '../../../proxy/sightings/sightings.ts'

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 10, 0, second))

test('tunnels are added up by service, with the first and last moment and the last host', (t) => {
  const sightings = new Sightings()
  sightings.add({ platform_id: 'azure-openai', kind: 'tunnelled', host: 'a.openai.azure.com' }, at(1))
  sightings.add({ platform_id: 'azure-openai', kind: 'tunnelled', host: 'b.openai.azure.com' }, at(3))
  sightings.add({ platform_id: 'pi-ai', kind: 'tunnelled', host: 'pi.ai' }, at(2))
  t.deepEqual(sightings.take(), [
    {
      platform_id: 'azure-openai',
      kind: 'tunnelled',
      count: 2,
      first_seen: '2026-11-21T10:00:01.000Z',
      last_seen: '2026-11-21T10:00:03.000Z',
      host: 'b.openai.azure.com',
    },
    {
      platform_id: 'pi-ai',
      kind: 'tunnelled',
      count: 1,
      first_seen: '2026-11-21T10:00:02.000Z',
      last_seen: '2026-11-21T10:00:02.000Z',
      host: 'pi.ai',
    },
  ])
  t.deepEqual([sightings.size, sightings.take()], [0, []])
})

test('handshakes that failed are added up by service, host and reason', (t) => {
  const sightings = new Sightings()
  const failed = { platform_id: 'azure-openai', kind: 'handshake_failed' } as const
  for (const reason of ['CERT_HAS_EXPIRED', 'ECONNRESET', 'CERT_HAS_EXPIRED', undefined]) {
    sightings.add({ ...failed, host: 'a.openai.azure.com', reason }, at(0))
  }
  sightings.add({ ...failed, host: 'b.openai.azure.com', reason: 'ECONNRESET' }, at(0))
  t.deepEqual(
    sightings.take().map(({ host, reason, count }) => [host, reason, count]),
    [
      ['a.openai.azure.com', 'CERT_HAS_EXPIRED', 2],
      ['a.openai.azure.com', 'ECONNRESET', 1],
      ['a.openai.azure.com', undefined, 1],
      ['b.openai.azure.com', 'ECONNRESET', 1],
    ],
  )
})

test('however many hosts a client invents, sums stay few, and nothing is lost of their number', (t) => {
  const sightings = new Sightings()
  const failed = { platform_id: 'azure-openai', kind: 'handshake_failed', reason: 'ECONNRESET' } as const
  for (let index = 0; index < 5000; index += 1) {
    sightings.add({ ...failed, host: `host-${index}.openai.azure.com` }, at(0))
    sightings.add({ platform_id: 'azure-openai', kind: 'tunnelled', host: `t-${index}.openai.azure.com` }, at(0))
  }
  t.true(sightings.size < 210)
  const taken = sightings.take()
  const sum = (kind: string) =>
    taken.filter((sighting) => sighting.kind === kind).reduce((total, { count }) => total + count, 0)
  t.deepEqual([sum('tunnelled'), sum('handshake_failed')], [5000, 5000])
  t.is(taken.filter(({ host }) => host === undefined).length, 1)
})

test('whatever a name or a code is made of, the API takes what is reported', (t) => {
  const sightings = new Sightings()
  for (const host of ['', ' ', 'A.example', 'a b', 'a\u0000b', 'é', '\ud800', 'x'.repeat(300), '::1', 'a_b.example']) {
    sightings.add({ platform_id: 'pi-ai', kind: 'handshake_failed', host, reason: host }, at(0))
    sightings.add({ platform_id: 'pi-ai', kind: 'tunnelled', host }, at(0))
  }
  const taken = sightings.take()
  for (const sighting of taken) t.deepEqual(Sighting.parse(sighting), sighting)
  t.is(
    taken.reduce((total, { count }) => total + count, 0),
    20,
  )
})

test('one report carries as many as the API takes', (t) => {
  const sightings = new Sightings()
  for (let index = 0; index < SIGHTINGS_MAX + 7; index += 1) {
    sightings.add({ platform_id: `host:${index}.example`, kind: 'tunnelled', host: 'a' }, at(0))
  }
  t.deepEqual([sightings.take().length, sightings.take().length], [SIGHTINGS_MAX, 7])
})
