import { CHECK_SCRIPTS } from '../../config/check-scripts.ts'
import type { Route } from '../http/route.ts'
import { staticRoute } from '../http/static-file.ts'

/** The scripts with which people check their devices: over HTTPS, since they are run. Anyone may read them. */
export function onboardingRoutes(): Route[] {
  return Object.values(CHECK_SCRIPTS).map(({ path, file, text }) =>
    staticRoute({
      path,
      operation: 'getCheckScript',
      summary: 'The script that checks a device',
      choose: () => ({
        text,
        contentType: 'text/plain; charset=utf-8',
        headers: { 'Content-Disposition': `attachment; filename="${file}"` },
      }),
    }),
  )
}
