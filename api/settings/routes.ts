import { TenantSettings, TenantSettingsChange } from '../../core/model/tenant-settings.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { ADMIN, type Route, route } from '../http/route.ts'

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events'>

/** What administrators decide for all proxies of their tenant. */
export function settingsRoutes({ store, audit, events }: Dependencies): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/settings',
        operation: 'getSettings',
        summary: 'Get the settings of the tenant',
        access: ADMIN,
        responses: { 200: { description: 'The settings', schema: TenantSettings } },
      },
      async ({ caller }) => ({ status: 200, body: await store.tenants.settings(caller.tenantId) }),
    ),
    route(
      {
        method: 'PATCH',
        path: '/settings',
        operation: 'updateSettings',
        summary: 'Change some settings of the tenant',
        access: ADMIN,
        body: TenantSettingsChange,
        responses: { 200: { description: 'The settings', schema: TenantSettings } },
      },
      async ({ caller, body: { own_words }, clientAddress }) => {
        const before = await store.tenants.settings(caller.tenantId)
        if (own_words === undefined || own_words === before.own_words) return { status: 200, body: before }
        const effects = audit.with<TenantSettings>({ caller, clientAddress }, () => ({
          action: 'settings.updated',
          target_type: 'tenant',
          target_id: caller.tenantId,
          details: { own_words },
        }))
        const after = await store.tenants.changeSettings(caller.tenantId, { ...before, own_words }, effects)
        // The switch is served among the detectors.
        events.changed(caller.tenantId, 'detectors')
        return { status: 200, body: after }
      },
    ),
  ]
}
