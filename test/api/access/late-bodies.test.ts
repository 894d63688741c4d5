import test from 'ava'
import { ADMIN_PASSWORD } from '../../support/api.ts'
import { allRoutes } from '../../support/api-routes.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { documentEngines } from '../../support/engines.ts'
import { assemble } from './cast.ts'
import { everything, type LateRequest, withhold } from './late-request.ts'
import { TABLE } from './table.ts'

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a body that comes after its sender was shut out changes nothing`, async (t) => {
    t.timeout(180_000)
    const { api, make } = await assemble(t, await engine.environment())
    const changing = allRoutes(t).filter(({ method, access }) => method !== 'GET' && !access.public)
    const jo = await inviteAndAccept(api, 'jo@example.com', 'admin')
    const service = await api.request<{ id: string; token: string }>('POST', '/service-tokens', {
      token: api.admin,
      json: { name: 'leaves', scopes: ['record', 'classify', 'policies'] },
    })
    const late: LateRequest[] = []
    let n = 1000
    for (const { method, path, body, access } of changing) {
      const route = `${method} ${path}`
      const row = TABLE[route]
      const callers = row?.allowed?.includes('admin') ? [jo.token] : []
      if (!access.public && access.scopes.length > 0) callers.push(service.json.token)
      for (const token of callers) {
        n += 1
        const ids = row?.of === undefined ? [] : (await make(row.of)).split('/')
        const query = row?.query === undefined ? '' : `?${row.query}`
        const pathname = path.replaceAll(/:\w+/g, () => ids.shift() ?? '') + query
        const request = await withhold(t, api, route, pathname, token, row?.body?.(n))
        if (body !== undefined) late.push(request)
        else await request.answered
        if (body === undefined) t.is(request.status(), row?.ok, `${route} waits for a body that it does not read`)
      }
    }
    // Each has been let in by now: an ordinary request that came after them has been answered.
    t.is((await api.request('GET', '/users/me', { token: jo.token })).status, 200)
    const reset = { token: api.admin, json: { new_password: 'Brand-New-Passw0rd' } }
    t.is((await api.request('POST', `/users/${jo.id}/reset-password`, reset)).status, 200)
    t.is((await api.request('DELETE', `/service-tokens/${service.json.id}`, { token: api.admin })).status, 204)
    const before = await everything(api)

    for (const { sendBody, status, route } of late) {
      t.is(status(), undefined, `${route} has been answered without its body`)
      sendBody()
    }
    await Promise.all(late.map(({ answered }) => answered))
    for (const { route, status } of late) t.is(status(), 401, route)
    t.deepEqual(await everything(api), before)
    t.true(late.length >= 20)
  })

  engine.test(`${engine.name}: a late body of a user whose role was taken away is refused`, async (t) => {
    const { api } = await assemble(t, await engine.environment())
    const jo = await inviteAndAccept(api, 'jo@example.com', 'admin')
    const json = { name: 'late', rules: { action: 'log', conditions: [] } }
    const late = await withhold(t, api, 'POST /policies', '/policies', jo.token, json)
    await api.request('GET', '/users/me', { token: jo.token })
    t.is((await api.request('PUT', `/users/${jo.id}`, { token: api.admin, json: { role: 'viewer' } })).status, 200)
    late.sendBody()
    await late.answered
    t.is(late.status(), 403)
  })

  engine.test(`${engine.name}: a new password of one’s own gives no ended session a new life`, async (t) => {
    const { api } = await assemble(t, await engine.environment())
    const jo = await inviteAndAccept(api, 'jo@example.com', 'viewer')
    const change = (password: string) =>
      api.request('PUT', '/users/me', { token: jo.token, json: { password: `${ADMIN_PASSWORD}-${password}` } })
    // Each waits for its hash while the reset is made; whichever comes first, the session has ended then.
    const [, reset] = await Promise.all([
      change('1'),
      api.request('POST', `/users/${jo.id}/reset-password`, {
        token: api.admin,
        json: { new_password: 'Brand-New-Passw0rd' },
      }),
      change('2'),
      change('3'),
    ])
    t.is(reset.status, 200)
    t.is((await api.request('GET', '/users/me', { token: jo.token })).status, 401)
    // The sessions of one who changes the password twice at once go on.
    const token = await api.login('jo@example.com', 'Brand-New-Passw0rd')
    const twice = ['Another-Passw0rd-1', 'Another-Passw0rd-2'].map((password) =>
      api.request('PUT', '/users/me', { token, json: { password } }),
    )
    t.deepEqual(
      (await Promise.all(twice)).map(({ status }) => status),
      [200, 200],
    )
    t.is((await api.request('GET', '/users/me', { token })).status, 200)
  })
}
