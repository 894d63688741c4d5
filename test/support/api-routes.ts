import { join } from 'node:path'
import { pino } from 'pino'
import { AuditLog } from '../../api/audit/audit-log.ts'
import { DetectorThreads } from '../../api/detectors/detector-threads.ts'
import { KnownValueKeys } from '../../api/detectors/keys.ts'
import { EventBus } from '../../api/events/bus.ts'
import type { Route } from '../../api/http/route.ts'
import { Metrics } from '../../api/metrics.ts'
import { Passwords } from '../../api/passwords/passwords.ts'
import { Liveness } from '../../api/proxies/liveness.ts'
import { apiRoutes } from '../../api/routes.ts'
import { openSqliteStore } from '../../api/store/sqlite/sqlite-store.ts'
import { openSending } from '../../api/webhooks/open-sending.ts'
import { apiSettings } from './api.ts'
import { fixedKeys } from './fixed-keys.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'

/** Every route there is, of an API that does not listen. */
export function allRoutes(scope: Scope): Route[] {
  const settings = apiSettings(temporaryFolder(scope))
  const store = openSqliteStore(join(settings.dataDir, 'weir.sqlite'))
  scope.teardown(() => store.close())
  const now = () => new Date()
  const keys = fixedKeys(Buffer.alloc(32))
  const logger = pino({ level: 'silent' })
  return apiRoutes({
    settings,
    isBesideProxy: false,
    store,
    events: new EventBus(logger, now),
    audit: new AuditLog(store, now, logger),
    auditKeys: keys,
    auditAnchor: { checkpointOf: () => undefined, endOf: () => undefined, note: () => {} },
    mailer: { send: async () => {} },
    publicUrl: () => 'https://weir.test',
    semanticProvider: undefined,
    passwords: new Passwords(),
    metrics: new Metrics(),
    sending: openSending({ settings, keys, now, ownPorts: () => new Set() }),
    webhookService: { enqueue: () => {}, changed: () => {} },
    knownValueKeys: new KnownValueKeys(keys),
    secondFactorKeys: keys,
    detectorThreads: new DetectorThreads({ budgetMs: 3000 }),
    liveness: new Liveness({ silentMinutes: settings.proxySilentMinutes, now }),
    sessionKeys: { session: keys.current, sessionKeyId: keys.current.id, onChange: () => () => {} },
    logger,
    now,
    isReady: () => true,
  })
}
