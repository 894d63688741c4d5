import { startTestApi, type TestApi } from '../support/api.ts'
import { invitationToken } from '../support/api-users.ts'
import type { Scope } from '../support/scope.ts'
import { apiBesideProxy } from './beside-proxy.ts'
import { type Browser, launchBrowser } from './browser.ts'
import { seed } from './seed.ts'

export const VIEWER = { email: 'jo@example.com', password: 'Quiet-Harbour-42' }

export interface Stage {
  readonly api: TestApi
  readonly browser: Browser
  readonly origin: string
}

/** The API with something in it, and a browser; for all tests of a file, from the first that asks. */
export function stageOf(scope: Scope): () => Promise<Stage> {
  return openedOnce(scope, async () => {
    const api = await apiBesideProxy(scope)
    await seed(api)
    return api
  })
}

/** Likewise, with a tenant in which nothing has happened but that a viewer was invited. */
export function emptyStageOf(scope: Scope): () => Promise<Stage> {
  return openedOnce(scope, async () => {
    const api = await startTestApi(scope)
    await api.request('POST', '/users/invite', { token: api.admin, json: { email: VIEWER.email, role: 'viewer' } })
    return api
  })
}

function openedOnce(scope: Scope, openApi: () => Promise<TestApi>): () => Promise<Stage> {
  let opened: Promise<Stage> | undefined
  return () => {
    opened ??= (async () => {
      const browser = await launchBrowser(scope)
      const api = await openApi()
      const token = invitationToken(api, VIEWER.email)
      await api.request('POST', '/auth/accept-invitation', { json: { token, password: VIEWER.password } })
      return { api, browser, origin: new URL(api.server.url).origin }
    })()
    return opened
  }
}
