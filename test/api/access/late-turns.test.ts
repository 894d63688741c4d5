import test from 'ava'
import { allRoutes } from '../../support/api-routes.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { documentEngines } from '../../support/engines.ts'
import { until } from '../../support/wire.ts'
import { assemble } from './cast.ts'
import { everything, withhold } from './late-request.ts'
import { TABLE } from './table.ts'

/** As the API has it: the requests of one caller that are in progress at once. */
const IN_PROGRESS = 64

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a request whose turn comes after its sender was shut out does nothing`, async (t) => {
    t.timeout(180_000)
    const { api, make } = await assemble(t, await engine.environment())
    const jo = await inviteAndAccept(api, 'jo@example.com', 'admin')
    const paths: string[] = []
    for (const { method, path, body, access } of allRoutes(t)) {
      const row = TABLE[`${method} ${path}`]
      // A body has a test of its own: late-bodies.test.ts.
      if (access.public || body !== undefined || !row?.allowed?.includes('admin')) continue
      const ids = row.of === undefined ? [] : (await make(row.of)).split('/')
      const query = row.query === undefined ? '' : `?${row.query}`
      paths.push(`${method} ${path.replaceAll(/:\w+/g, () => ids.shift() ?? '')}${query}`)
    }
    t.true(paths.length >= 25)
    let asked = 0
    /** Of the tenant's requests, without those that ask for it. */
    const remaining = async () => {
      asked += 1
      const { headers } = await api.request('GET', '/users/me', { token: api.admin })
      return Number(headers.get('ratelimit-remaining')) + asked
    }

    const json = { name: 'late', rules: { action: 'log', conditions: [] } }
    const before = await everything(api)
    const holders = Array.from({ length: IN_PROGRESS }, () =>
      withhold(t, api, 'POST /policies', '/policies', jo.token, json),
    )
    const inProgress = await Promise.all(holders)
    const uncounted = await remaining()
    const waiting = paths.map(async (route) => {
      const [method = '', path = ''] = route.split(' ')
      return `${route} ${(await api.request(method, path, { token: jo.token })).status}`
    })
    await until(
      // Each is authenticated, and counted, before it waits for its turn.
      async () => uncounted - (await remaining()) >= paths.length,
      () => 'the requests do not reach their turn',
    )
    const reset = { token: api.admin, json: { new_password: 'Brand-New-Passw0rd' } }
    t.is((await api.request('POST', `/users/${jo.id}/reset-password`, reset)).status, 200)
    for (const { sendBody } of inProgress) sendBody()
    t.deepEqual(
      await Promise.all(waiting),
      paths.map((route) => `${route} 401`),
    )
    const after = await everything(api)
    t.is(JSON.stringify(after).includes('"late"'), false)
    t.deepEqual(objects(after), objects(before))
  })
}

/** All but the log, which has the reset. */
function objects(lists: unknown): unknown {
  return (lists as unknown[]).slice(0, -1)
}
