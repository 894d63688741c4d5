import { Setup } from '../../core/model/setup.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ADMIN, type Route, route } from '../http/route.ts'
import { lastBackup } from '../settings/last-backup.ts'
import { caOf, proxiesOf } from './device-needs.ts'
import { stepsOf } from './steps.ts'

type Dependencies = Pick<ApiDependencies, 'settings' | 'isBesideProxy' | 'store' | 'liveness' | 'publicUrl' | 'now'>

/** How far an installation is set up, and what its devices need (docs/reference/api-rules.md, Setup). */
export function setupRoutes(dependencies: Dependencies): Route[] {
  const { settings, isBesideProxy, store, liveness, publicUrl, now } = dependencies
  return [
    route(
      {
        method: 'GET',
        path: '/setup',
        operation: 'getSetup',
        summary: 'Get how far Weir is set up',
        access: ADMIN,
        responses: { 200: { description: 'What devices need, and the first steps', schema: Setup } },
      },
      async ({ caller: { tenantId } }) => {
        const time = now()
        const instances = await store.proxyInstances.list(tenantId)
        const ca = isBesideProxy ? caOf(settings.dataDir, time) : { current: null, next: null }
        const last_backup = lastBackup(settings.dataDir) ?? null
        const known = { ca: ca.current, isBesideProxy, last_backup }
        return {
          status: 200,
          body: {
            ca: ca.current,
            next_ca: ca.next,
            proxies: isBesideProxy ? proxiesOf(settings, new URL(publicUrl()).hostname) : [],
            proxies_alive: instances.filter((one) => liveness.stateOf(one, time) === 'alive').length,
            last_backup,
            steps: await stepsOf(store, tenantId, known),
          },
        }
      },
    ),
  ]
}
