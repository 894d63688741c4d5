import type { ExecutionContext } from 'ava'
import { Secret, TOTP } from 'otpauth'
import { ADMIN_EMAIL, ADMIN_PASSWORD, startTestApi, type TestApi } from '../support/api.ts'
import { invitationToken } from '../support/api-users.ts'
import { CLIENT_ID, CLIENT_SECRET, type OpenIdProvider, startOpenIdProvider } from '../support/openid-provider.ts'
import { fileScope } from '../support/scope.ts'
import { until } from '../support/wire.ts'
import { type Browser, consoleTest, launchBrowser } from './browser.ts'
import { untilTrue } from './visits.ts'

interface Stage {
  readonly browser: Browser
  readonly provider: OpenIdProvider
  readonly api: TestApi
  readonly origin: string
}

const scope = fileScope()
let opened: Promise<Stage> | undefined
const theStage = () => {
  opened ??= (async () => {
    const browser = await launchBrowser(scope)
    const callbacks: string[] = []
    const provider = await startOpenIdProvider(scope, () => callbacks)
    const env = {
      WEIR_OIDC_ISSUER: provider.issuer,
      WEIR_OIDC_CLIENT_ID: CLIENT_ID,
      WEIR_OIDC_CLIENT_SECRET: CLIENT_SECRET,
      WEIR_OIDC_ADMIN_VALUES: 'weir-admins',
      WEIR_OIDC_VIEWER_VALUES: 'staff',
    }
    const api = await startTestApi(scope, { env })
    callbacks.push(`${api.server.url}/auth/oidc/callback`)
    return { browser, provider, api, origin: new URL(api.server.url).origin }
  })()
  return opened
}

async function open(t: ExecutionContext, path: string) {
  const { browser, origin } = await theStage()
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } })
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.goto(`${origin}${path}`)
  return page
}

const roles = (...roles: string[]) => ({ email_verified: true, name: 'Ada', roles })

consoleTest('a person signs in with the provider and returns to the page that was asked for', async (t) => {
  const { provider } = await theStage()
  const page = await open(t, '/policies?q=x')
  provider.put({ sub: 'ada', email: 'ada@example.com', ...roles('staff') })
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click()
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor()
  t.regex(page.url(), /\/policies\?q=x$/)
  await page.reload()
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor()
})

consoleTest('whoever is refused is told why, and what to do', async (t) => {
  const { provider } = await theStage()
  const page = await open(t, '/')
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).waitFor()
  provider.put({ sub: 'eve', email: 'eve@example.com', ...roles('guests') })
  await page.getByRole('link', { name: 'Sign in with single sign-on' }).click()
  await page.getByText(/Nobody has given you a role in Weir/).waitFor()
  await page.goto(page.url().replace('no-role', encodeURIComponent('<b>made up</b>')))
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  t.is(await page.getByRole('alert').count(), 0)
})

consoleTest('an admin links the account, and signs in with it from then on', async (t) => {
  const { provider, api } = await theStage()
  const page = await open(t, '/me')
  provider.put({ sub: 'root', email: 'root@elsewhere.example', ...roles('weir-admins') })
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Your password').fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Link', exact: true }).click()
  await until(
    async () => {
      const { json } = await api.request<{ total: number }>('GET', '/audit-log?action=user.linked', {
        token: api.admin,
      })
      return json.total === 1
    },
    () => 'the account is not linked',
  )
  await page.getByText('Linked with').waitFor()
  const other = await open(t, '/me')
  await other.getByRole('link', { name: 'Sign in with single sign-on' }).click()
  await other.locator('#main bdi').first().waitFor()
  t.pass()
})

consoleTest('an authenticator app is set up, and its code is asked for at the next sign-in', async (t) => {
  const { api } = await theStage()
  const email = 'otto@example.com'
  const password = 'Quiet-Harbour-42'
  await api.request('POST', '/users/invite', { token: api.admin, json: { email, role: 'viewer' } })
  await api.request('POST', '/auth/accept-invitation', { json: { token: invitationToken(api, email), password } })
  const enter = async () => {
    const page = await open(t, '/me')
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    return page
  }
  const page = await enter()
  // Its form replaces that of signing in.
  await page.getByRole('button', { name: 'Set up an app' }).waitFor()
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.locator('svg.qr').waitFor()
  const secret = Secret.fromBase32(
    ((await page.locator('form.card p code').first().textContent()) ?? '').replaceAll(' ', ''),
  )
  const code = (steps = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 })
  await page.getByRole('textbox', { name: 'Code' }).fill(code())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const codes = (await page.locator('dialog code').first().textContent()) ?? ''
  t.is(codes.split(' ').length, 10)

  const other = await enter()
  await other.getByText('The password is right. A code is needed too.').waitFor()
  await other.getByRole('textbox', { name: 'Code' }).fill(code(1))
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('On. 10 recovery codes are left.').waitFor()
})

consoleTest('people see where they are signed in and end it, and an admin ends the sessions of others', async (t) => {
  const { api } = await theStage()
  const email = 'nina@example.com'
  const password = 'Quiet-Harbour-42'
  const { json: nina } = await api.request<{ id: string }>('POST', '/users/invite', {
    token: api.admin,
    json: { email, role: 'viewer' },
  })
  await api.request('POST', '/auth/accept-invitation', { json: { token: invitationToken(api, email), password } })
  const page = await open(t, '/me')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const rows = page.locator('table tbody tr')
  await rows.first().waitFor()
  t.is(await rows.count(), 2)
  await page.getByText('this one').waitFor()
  await page.getByRole('button', { name: 'End all others' }).click()
  await until(
    async () => (await rows.count()) === 1,
    () => 'the other session is still shown',
  )

  const admin = await open(t, `/users/${nina.id}`)
  await admin.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await admin.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await admin.getByRole('button', { name: 'Sign in' }).click()
  await admin.getByRole('button', { name: 'End', exact: true }).click()
  await admin.getByText('Not signed in anywhere.').waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
})

consoleTest('an administrator who must have a second factor sees nothing else before it is set up', async (t) => {
  const { browser } = await theStage()
  const api = await startTestApi(t, { env: { WEIR_SECOND_FACTOR: 'admins' } })
  const context = await browser.newContext({ locale: 'en', viewport: { width: 1280, height: 800 } })
  t.teardown(() => context.close())
  const page = await context.newPage()
  await page.goto(`${new URL(api.server.url).origin}/policies`)
  await page.getByLabel('E-mail').fill(ADMIN_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Set up a second factor first' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Set up an app' }).waitFor()
  t.is(await page.getByRole('navigation').count(), 0)
  await page.getByLabel('Password', { exact: true }).fill(ADMIN_PASSWORD)
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.locator('svg.qr').waitFor()
  const shown = (await page.locator('form.card p code').first().textContent()) ?? ''
  const app = new TOTP({ secret: Secret.fromBase32(shown.replaceAll(' ', '')) })
  await page.getByRole('textbox', { name: 'Code' }).fill(app.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('dialog input[type=checkbox]').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Policies', level: 1 }).waitFor()
})

consoleTest('each step of signing in has the focus where something is to be typed', async (t) => {
  const { api } = await theStage()
  const email = 'fay@example.com'
  const password = 'Quiet-Harbour-42'
  const focused = `document.activeElement?.name || document.activeElement?.id || document.activeElement?.tagName`
  await api.request('POST', '/users/invite', { token: api.admin, json: { email, role: 'viewer' } })
  const page = await open(t, `/accept-invitation#token=${invitationToken(api, email)}`)
  await page.getByLabel('Password', { exact: true }).waitFor()
  t.is(await page.evaluate<string>(focused), 'name')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept' }).click()
  await page.getByText('Sign in with').first().waitFor()

  const other = await open(t, '/me')
  await other.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor()
  await untilTrue(other, `${focused} === 'email'`)
  await other.keyboard.type(email)
  await other.getByLabel('Password', { exact: true }).fill('Wrong-Password-1')
  await other.keyboard.press('Enter')
  await other.getByRole('alert').waitFor()
  await untilTrue(other, `${focused} === 'password'`)
  await other.keyboard.type(password)
  await other.keyboard.press('Enter')
  // The person's page: what is set up from here on is asked for step by step.
  await other.getByRole('button', { name: 'Set up an app' }).waitFor()
  await other.getByLabel('Password', { exact: true }).fill(password)
  await other.keyboard.press('Enter')
  await other.locator('svg.qr').waitFor()
  await untilTrue(other, `document.activeElement?.autocomplete === 'one-time-code'`)
  t.pass()
})
