import type { AlertCandidate } from '../../core/alerting/candidate.ts'
import { EXCEPTIONS } from '../../core/resources/exception.ts'
import { raiseAlerts } from '../alerts/raise.ts'
import type { ApiDependencies } from '../dependencies.ts'
import { PeriodicCheck } from '../periodic-check.ts'
import { auditedDocument } from '../resources/routes.ts'
import type { ExceptionRecord } from './presenter.ts'

const EVERY_MS = 5000

type Dependencies = Pick<ApiDependencies, 'store' | 'audit' | 'events' | 'logger' | 'now' | 'settings'>

/** Removes exceptions that have ended, and tells their tenant's administrators. Proxies end them by themselves, at their time. */
export class ExceptionEnds {
  readonly #dependencies: Dependencies
  readonly #checks: PeriodicCheck

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
    const tell = (error: unknown) =>
      dependencies.logger.error({ err: error, code: 'ERR_EXCEPTIONS' }, 'exceptions that have ended stay listed')
    this.#checks = new PeriodicCheck(EVERY_MS, () => this.check(), tell)
  }

  close(): Promise<void> {
    return this.#checks.close()
  }

  /** The alert comes before the removal, so that a crash between them repeats it rather than loses it. */
  async check(): Promise<void> {
    const { store, audit, events, now, settings } = this.#dependencies
    const alertOf = settings.consolePeople === 'on' ? endedAlert : endedUnnamedAlert
    const time = now()
    const exceptions = store.documents(EXCEPTIONS)
    for (const exception of await exceptions.ended(time.toISOString())) {
      const { tenant_id, id } = exception
      await raiseAlerts(store, tenant_id, [alertOf(exception)], time)
      const effects = audit.with({ caller: undefined, clientAddress: null }, auditedDocument(EXCEPTIONS, 'ended'))
      await exceptions.delete(tenant_id, id, effects)
      events.changed(tenant_id, EXCEPTIONS.plural)
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

/** Viewers read alerts, and may not read of whom an exception was (WEIR_CONSOLE_PEOPLE=off). */
function endedUnnamedAlert(exception: ExceptionRecord): AlertCandidate {
  return {
    ...endedAlert(exception),
    title: 'An exception to policies has ended',
    description:
      'What it let through is blocked, warned about or recorded again. The audit log says who made it, who answers for it and ' +
      'why. If it is still needed, make another one.',
  }
}
