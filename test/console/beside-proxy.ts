import { openAuthority } from '../../certs/authority.ts'
import { startTestApi, type TestApi } from '../support/api.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'

export const PROXY_PORT = 18_080

/** An API with a CA, as if a proxy that listens everywhere ran in the same process: the console then knows what devices need. */
export function apiBesideProxy(scope: Scope): Promise<TestApi> {
  const dataDir = temporaryFolder(scope)
  openAuthority(dataDir, () => new Date())
  const env = { WEIR_PROXY_HOST: '0.0.0.0', WEIR_PROXY_PORT: String(PROXY_PORT) }
  return startTestApi(scope, { env, dataDir, besideProxy: true })
}
