import type { Logger } from 'pino'
import type { Stored } from '../config/otlp/exchange.ts'
import type { Settings } from '../config/settings.ts'
import type { SemanticProvider } from '../tier3/provider.ts'
import type { KnownEnds } from './anchor/known-ends.ts'
import type { AuditLog } from './audit/audit-log.ts'
import type { SessionKeys } from './auth/authenticate.ts'
import type { DetectorThreads } from './detectors/detector-threads.ts'
import type { KnownValueKeys } from './detectors/keys.ts'
import type { EventBus } from './events/bus.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Metrics } from './metrics.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Liveness } from './proxies/liveness.ts'
import type { AuditKeys } from './store/audit-chain.ts'
import type { NamedKeys } from './store/named-keys.ts'
import type { Store } from './store/store.ts'
import type { WebhookDispatch, WebhookSending } from './webhooks/parts.ts'

/** What the resources are built from; each names the part of it that it needs. */
export interface ApiDependencies {
  readonly settings: Pick<
    Settings,
    | 'webhooksMax'
    | 'policyResolution'
    | 'metricsAllowCidrs'
    | 'tier3TimeoutMs'
    | 'inspectBudgetMs'
    | 'enforcement'
    | 'failMode'
    | 'consoleIdleMinutes'
    | 'consolePeople'
    | 'failModeFiles'
    | 'recordValues'
    | 'retentionDays'
    | 'tier3'
    | 'proxyAuth'
    | 'smtpUrl'
    | 'dataDir'
    | 'proxyHost'
    | 'proxyPort'
    | 'proxyTls'
    | 'proxyTlsCert'
    | 'passwordLogin'
    | 'secondFactor'
    | 'oidcIssuer'
    | 'oidcClientId'
    | 'oidcClientSecret'
    | 'oidcCa'
    | 'oidcScope'
    | 'oidcEmail'
    | 'oidcTenant'
    | 'oidcTenantClaim'
    | 'oidcRoleClaim'
    | 'oidcAdminValues'
    | 'oidcViewerValues'
    | 'scimAdminGroups'
    | 'scimViewerGroups'
  >
  /** Whether a proxy runs in this process. */
  readonly isBesideProxy: boolean
  readonly store: Store
  readonly events: EventBus
  readonly audit: AuditLog
  /** What the audit log is verified with. */
  readonly auditKeys: AuditKeys
  /** What is known of the audit logs outside of the database. */
  readonly auditAnchor: KnownEnds
  readonly mailer: Mailer
  readonly passwords: Passwords
  readonly metrics: Metrics
  readonly sending: WebhookSending
  readonly webhookService: WebhookDispatch
  /** Undefined if WEIR_TIER3 is off. */
  readonly semanticProvider: SemanticProvider | undefined
  /** What the secrets of authenticator apps are derived from. */
  readonly secondFactorKeys: NamedKeys
  readonly knownValueKeys: KnownValueKeys
  /** The threads that classify texts, and check detectors before they are saved. */
  readonly detectorThreads: DetectorThreads
  /** Whether proxies are alive. */
  readonly liveness: Liveness
  readonly sessionKeys: SessionKeys
  readonly logger: Logger
  readonly now: () => Date
  /** The address that mails name, without a slash at its end. */
  readonly publicUrl: () => string
  /** Told what was recorded and when; undefined without WEIR_OTLP_ENDPOINT. */
  readonly onStored?: ((stored: Stored) => void) | undefined
  /** False before the store answers and from the moment the API begins to stop. */
  readonly isReady: () => boolean
}
