import type { X509Certificate } from 'node:crypto'
import { installedCas } from '../../certs/rotation.ts'
import { type AlertCandidate, OF_NO_RECORD } from '../../core/alerting/candidate.ts'
import type { Severity } from '../../core/model/alert.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import { raiseAlerts } from './raise.ts'

const DAY_MS = 86_400_000
const EVERY_MS = 60 * 60_000
/** Distributing another CA to every device takes weeks; in the last one nothing else matters. */
const NOTICES: readonly { readonly days: number; readonly severity: Severity }[] = [
  { days: 7, severity: 'critical' },
  { days: 30, severity: 'high' },
  { days: 90, severity: 'medium' },
]
const NAMES = { ca: 'The interception CA', 'ca-next': 'The prepared CA', 'api-ca': 'The CA of the API' } as const

type Dependencies = Pick<ApiDependencies, 'store' | 'logger' | 'now'>

/** Tells administrators 90, 30 and 7 days before a CA in the data directory ends, once each. */
export class CaExpiry {
  readonly #dependencies: Dependencies
  readonly #dataDir: string
  readonly #checks: PeriodicCheck

  constructor(dependencies: Dependencies, { dataDir }: { readonly dataDir: string }) {
    this.#dependencies = dependencies
    this.#dataDir = dataDir
    const tell = (error: unknown) =>
      dependencies.logger.error({ err: error, code: 'ERR_CA_EXPIRY' }, 'the end of the CA could not be announced')
    this.#checks = new PeriodicCheck(EVERY_MS, () => this.check(), tell)
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  /** Raises what is due and has not been raised before, whether or not that was resolved since. */
  async check(): Promise<void> {
    const { store, now } = this.#dependencies
    const time = now()
    const installed = installedCas(this.#dataDir)
    const due = (['ca', 'ca-next', 'api-ca'] as const).flatMap((name) => {
      const certificate = installed[name]
      return certificate === undefined ? [] : noticeOf(NAMES[name], certificate, time)
    })
    if (due.length === 0) return
    for (const { id } of await store.tenants.list()) {
      const known = await this.#titles(id)
      const fresh = due.filter(({ title }) => !known.has(title))
      if (fresh.length > 0) await raiseAlerts(store, id, fresh, time)
    }
  }

  async #titles(tenantId: string): Promise<Set<string>> {
    const newest = { field: 'created_at', descending: true } as const
    const page = { offset: 0, limit: 50 }
    const { items } = await this.#dependencies.store.alerts.list(tenantId, { type: 'ca_expiry' }, newest, page)
    return new Set(items.map(({ title }) => title))
  }
}

function noticeOf(name: string, { validToDate, fingerprint256 }: X509Certificate, now: Date): AlertCandidate[] {
  const notice = NOTICES.find(({ days }) => validToDate.getTime() - now.getTime() <= days * DAY_MS)
  if (notice === undefined) return []
  const { days, severity } = notice
  const end = validToDate.toISOString().slice(0, 10)
  return [
    {
      type: 'ca_expiry',
      severity,
      title: `${name} ends on ${end}, in ${days} days or less (${fingerprint256.slice(0, 11)})`,
      description:
        'After that day no intercepted connection works. Prepare another CA (npm run admin -- ca rotate --prepare), distribute it to all ' +
        'devices, then activate it (npm run admin -- ca rotate --activate).',
      ...OF_NO_RECORD,
      count: 1,
      about: `${fingerprint256}:${days}`,
    },
  ]
}
