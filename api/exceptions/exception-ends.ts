import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ApiDependencies } from '../dependencies.ts'
import type { ExceptionRecord } from '../store/exception-store.ts'
import { auditedException } from './presenter.ts'

const EVERY_MS = 5000

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'logger' | 'now'>

/** Removes exceptions that have ended, and tells their tenant's administrators. Proxies end them by themselves, at their time. */
export class ExceptionEnds {
  readonly #dependencies: Dependencies
  readonly #timer: NodeJS.Timeout
  #running: Promise<void>

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    this.#running = this.#checkAndLog()
    this.#timer = setInterval(() => {
      this.#running = this.#running.then(() => this.#checkAndLog())
    }, EVERY_MS).unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.#running
  }

  /** The alert comes before the removal, so that a crash between them repeats it rather than loses it. */
  async check(): Promise<void> {
    const { store, audit, events, now } = this.#dependencies
    const time = now()
    for (const exception of await store.exceptions.ended(time.toISOString())) {
      const { tenant_id, id } = exception
      await raiseAlerts(store, tenant_id, [endedAlert(exception)], time)
      const effects = audit.with({ caller: undefined, clientAddress: null }, auditedException('exception.ended'))
      await store.exceptions.delete(tenant_id, id, effects)
      events.exceptionsChanged(tenant_id)
    }
  }

  async #checkAndLog(): Promise<void> {
    try {
      await this.check()
    } catch (error) {
      this.#dependencies.logger.error({ err: error, code: 'ERR_EXCEPTIONS' }, 'exceptions that have ended stay listed')
    }
  }
}

function endedAlert({ id, policy_id, owner, reason, expires_at, created_by }: ExceptionRecord): AlertCandidate {
  return {
    type: 'exception_ended',
    severity: 'low',
    title: `An exception to policies has ended, which ${owner} answers for`.slice(0, 300),
    description:
      `${created_by} made it until ${expires_at}: “${reason}”. What it let through is blocked, warned about or recorded again. ` +
      'If it is still needed, make another one.',
    interaction_id: null,
    user_id: null,
    platform_id: null,
    policy_ids: policy_id === null ? [] : [policy_id],
    count: 1,
    about: id,
  }
}
