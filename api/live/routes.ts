import { ApiError } from '../http/api-error.ts'
import { type Route, route } from '../http/route.ts'

const LISTENERS = { roles: ['admin', 'viewer'], scopes: ['policies'] } as const

/** Answers requests to /ws that do not ask for an upgrade; live-hub.ts answers those that do, by the same rules. */
export function liveRoutes(): Route[] {
  return [
    route(
      {
        method: 'GET',
        path: '/ws',
        operation: 'openLiveUpdates',
        summary: 'Receive events as they happen, over a WebSocket',
        access: LISTENERS,
        responses: { 101: { description: 'The connection is now a WebSocket' } },
        errors: [426],
      },
      async () => {
        throw new ApiError(
          426,
          'ERR_UPGRADE_REQUIRED',
          'This path accepts only WebSocket connections: send an upgrade request',
          {
            headers: { Upgrade: 'websocket', Connection: 'Upgrade' },
          },
        )
      },
    ),
  ]
}
