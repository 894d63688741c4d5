import type { Logger } from 'pino'
import { type AlertCandidate, OF_NO_RECORD } from '../../../core/alerting/candidate.ts'
import type { DeliveryAttempt } from '../../../core/model/webhook.ts'
import { raiseAlerts } from '../../alerts/raise.ts'
import type { ApiDependencies } from '../../dependencies.ts'
import { BASE } from '../../http/base.ts'
import { mailBody } from '../../mail/body.ts'
import type { Changed } from '../../store/paging.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookRecord } from '../../store/webhook-store.ts'
import type { WebhookMetrics } from './metrics.ts'

/** Where the owner is gone: the newest of the tenant's administrators, should there be very many. */
const ADMINS_MAX = 20
const NAME_MAX = 80

export interface LastFailure {
  readonly attempt: DeliveryAttempt
  /** How many attempts there were. */
  readonly made: number
  /** The receiver said itself that it wants no more. */
  readonly isGone: boolean
}

interface Dependencies extends Pick<ApiDependencies, 'audit' | 'mailer' | 'now' | 'publicUrl'> {
  readonly store: Pick<Store, 'webhooks' | 'users' | 'alerts'>
  readonly metrics: WebhookMetrics
  readonly logger: Pick<Logger, 'warn' | 'error'>
}

/** Switches off webhooks whose receivers are dead, and tells those who can do something about it. */
export class Disablement {
  readonly #dependencies: Dependencies

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies
  }

  /**
   * @param webhook as it was when the last attempt began: one that has been changed since stays on, for that may have mended it
   * @returns whether it was on: of several deliveries that fail at once, one switches it off, and the audit log says so
   */
  async switchOff(webhook: WebhookRecord, { attempt, made }: LastFailure): Promise<boolean> {
    const { store, audit, now } = this.#dependencies
    const { tenant_id, id } = webhook
    // Nobody did it: the service did.
    const actor = { caller: undefined, clientAddress: null }
    const details = { attempts: made, last_error: attempt.error }
    const entry = { action: 'webhook.disabled', target_type: 'webhook', target_id: id, details }
    const effects = audit.with<Changed<WebhookRecord>>(actor, ({ before }) => (before.active ? entry : []))
    const changes = { active: false, updated_at: now().toISOString(), ifUpdatedAt: webhook.updated_at }
    const changed = await store.webhooks.update(tenant_id, id, changes, effects)
    return changed?.before.active === true
  }

  /** Alert and mail, each whether or not the other can be written. */
  async tell(webhook: WebhookRecord, failure: LastFailure): Promise<void> {
    const { metrics, logger } = this.#dependencies
    metrics.disabled.inc()
    const fields = { code: 'ERR_WEBHOOK_DISABLED', webhook_id: webhook.id, error: failure.attempt.error }
    logger.warn(fields, 'a webhook was switched off')
    const told = [this.#alert(webhook, failure), this.#mail(webhook, failure)]
    for (const result of await Promise.allSettled(told)) {
      if (result.status === 'fulfilled') continue
      const problem = { err: result.reason, code: 'ERR_WEBHOOK_DISABLED', webhook_id: webhook.id }
      logger.error(problem, 'an alert or mail about a webhook that was switched off failed')
    }
  }

  #alert(webhook: WebhookRecord, failure: LastFailure): Promise<void> {
    const { store, now } = this.#dependencies
    const candidate: AlertCandidate = {
      type: 'webhook_disabled',
      severity: 'medium',
      title: `The webhook ${nameOf(webhook)} was switched off`,
      description: `${reasonOf(failure)} Its id is ${webhook.id}. The deliveries that wait for it are sent when it is switched on again.`,
      ...OF_NO_RECORD,
      count: 1,
      about: webhook.id,
    }
    return raiseAlerts(store, webhook.tenant_id, [candidate], now())
  }

  async #mail(webhook: WebhookRecord, failure: LastFailure): Promise<void> {
    const { mailer, publicUrl } = this.#dependencies
    const body = mailBody([
      `Weir has switched off the webhook ${nameOf(webhook)}. ${reasonOf(failure)}`,
      `Its id is ${webhook.id}.`,
      'It gets no events until it is switched on again. The deliveries that wait for it are sent then.',
      {
        label: 'When its receiver works again, switch it on: PUT {"active": true} with an administrator’s token to',
        link: `${publicUrl()}${BASE}/webhooks/${webhook.id}`,
      },
    ])
    for (const to of await this.#recipients(webhook)) {
      await mailer.send({ to, subject: `Weir: the webhook ${nameOf(webhook)} was switched off`, ...body })
    }
  }

  /** The owner or, if the owner can no longer switch it on again, those who can. */
  async #recipients({ tenant_id, created_by }: WebhookRecord): Promise<readonly string[]> {
    const { users } = this.#dependencies.store
    const owners = await users.findByEmail(created_by)
    const canAct = owners.some(
      (user) => user.tenant_id === tenant_id && user.role === 'admin' && user.status === 'active',
    )
    if (canAct) return [created_by]
    const newestFirst = { field: 'created_at', descending: true } as const
    const page = { offset: 0, limit: ADMINS_MAX }
    const { items } = await users.list(tenant_id, { role: 'admin', status: 'active' }, newestFirst, page)
    return items.map(({ email }) => email)
  }
}

/** Its description and host: everyone reads alerts, and the paths of some receivers are secrets. */
function nameOf({ description, url }: WebhookRecord): string {
  const { host } = new URL(url)
  return description === '' ? host : `“${description.slice(0, NAME_MAX)}” (${host})`
}

function reasonOf({ attempt, made, isGone }: LastFailure): string {
  const error = attempt.error ?? `status ${attempt.status_code}`
  if (isGone) return 'Its receiver answered 410: it no longer wants events.'
  return `All ${made} attempts to deliver an event to it failed, the last one with: ${error}.`
}
