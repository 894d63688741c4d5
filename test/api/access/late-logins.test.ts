import test, { type ExecutionContext } from 'ava'
import { ADMIN_PASSWORD, startTestApi, type TestApi } from '../../support/api.ts'
import { inviteAndAccept } from '../../support/api-users.ts'
import { documentEngines } from '../../support/engines.ts'

/** In the line of passwords before the login: fewer than the line takes, at as many accounts. */
const BEFORE = 50

/** A login that waits for its turn, at an address that is not known, while `meanwhile` is done. @returns its token, if any */
async function loginDuring(api: TestApi, email: string, meanwhile: () => Promise<void>): Promise<string | undefined> {
  const others = Array.from({ length: BEFORE }, (_, n) => login(api, `${n}@example.com`))
  const late = login(api, email)
  await meanwhile()
  await Promise.all(others)
  return (await late).json.token
}

function login(api: TestApi, email: string) {
  return api.request<{ token?: string }>('POST', '/auth/login', { json: { email, password: ADMIN_PASSWORD } })
}

async function holds(api: TestApi, token: string | undefined): Promise<boolean> {
  return token !== undefined && (await api.request('GET', '/users/me', { token })).status === 200
}

async function done(t: ExecutionContext, answer: Promise<{ status: number }>): Promise<void> {
  t.is((await answer).status, 200)
}

for (const engine of documentEngines(test)) {
  engine.test(`${engine.name}: a login with the password from before a reset opens no session after it`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const { id, email } = await inviteAndAccept(api, 'jo@example.com', 'viewer')
    const json = { new_password: 'Brand-New-Passw0rd' }
    const token = await loginDuring(api, email, () =>
      done(t, api.request('POST', `/users/${id}/reset-password`, { token: api.admin, json })),
    )
    t.false(await holds(api, token))
    t.true(await holds(api, await api.login(email, json.new_password)))
  })

  engine.test(`${engine.name}: a login during a deactivation opens no session, now or later`, async (t) => {
    const api = await startTestApi(t, { env: await engine.environment() })
    const { id, email } = await inviteAndAccept(api, 'jo@example.com', 'viewer')
    const become = (status: string) =>
      done(t, api.request('PATCH', `/users/${id}/status`, { token: api.admin, json: { status } }))
    const before = await loginDuring(api, email, () => become('inactive'))
    await become('active')
    t.false(await holds(api, before))
    t.true(await holds(api, await api.login(email, ADMIN_PASSWORD)))
  })
}
