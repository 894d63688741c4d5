import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import { uuidV7 } from '../../config/unique-id.ts'
import type { AuditDraft, AuditEntry } from '../../core/model/audit.ts'
import type { Caller } from '../http/context.ts'
import { callerId, callerName } from '../http/request.ts'
import type { Audited, Publish } from '../store/outbox.ts'
import type { Store } from '../store/store.ts'
import { FoldedReads } from './folded-reads.ts'

/** An action and its target. `details` never contain a secret, a password or a prompt. */
export interface AuditedAction extends Pick<AuditEntry, 'action' | 'target_type' | 'target_id'> {
  readonly details?: Readonly<Record<string, unknown>>
}

/** Who did it, from where. */
export interface Actor {
  readonly caller: Caller | undefined
  /** Null if the service acts by itself. */
  readonly clientAddress: string | null
}

/** Records what people and services do, together with the change they make and before they get their answer. */
export class AuditLog {
  readonly #store: Pick<Store, 'audit'>
  readonly #now: () => Date
  readonly #logger: Pick<Logger, 'error'>
  readonly #underWay = new Set<Promise<void>>()
  readonly #reads: FoldedReads

  constructor(store: Pick<Store, 'audit'>, now: () => Date, logger: Pick<Logger, 'error'>) {
    this.#store = store
    this.#now = now
    this.#logger = logger
    this.#reads = new FoldedReads(now, (error) =>
      logger.error({ err: error, code: 'ERR_AUDIT' }, 'audit entries of reads are not written yet'),
    )
  }

  /**
   * The effects of a change that is written down: the store keeps both, or neither.
   * @param actor known, or seen from the change
   * @param actionsOf what the change was; called when it is made, and perhaps again
   */
  with<Change>(
    actor: Actor | ((change: Change) => Actor),
    actionsOf: (change: Change) => AuditedAction | readonly AuditedAction[],
    publish?: Publish<Change>,
  ): Audited<Change> {
    return {
      publish,
      audit: (change) => {
        const who = typeof actor === 'function' ? actor(change) : actor
        return [actionsOf(change)].flat().map((action) => this.#draft(who, action))
      },
    }
  }

  /** For actions that change no record. */
  async record(tenantId: string, actor: Actor, action: AuditedAction): Promise<void> {
    await this.#store.audit.append(tenantId, this.#draft(actor, action))
  }

  /** That somebody looked at something. Many reads of one actor in a minute share entries, which are written soon. */
  recordRead(tenantId: string, actor: Actor, action: AuditedAction): Promise<void> {
    const { by } = action.details ?? {}
    const reader = actor.caller === undefined ? '' : callerId(actor.caller)
    const kind = JSON.stringify([tenantId, reader, actor.clientAddress, action.action, by])
    return this.#reads.add(kind, action.target_id, (together) => {
      const folded = { ...action, target_id: null, details: { ...(by !== undefined && { by }), ...together } }
      return this.record(tenantId, actor, together === undefined ? action : folded)
    })
  }

  /** The same, but after the answer was sent: for entries whose existence must not show in the time of the answer. */
  recordLater(tenantId: string, actor: Actor, action: AuditedAction): void {
    const recording = nextTurn()
      .then(() => this.record(tenantId, actor, action))
      .catch((error: unknown) => {
        this.#logger.error({ err: error, code: 'ERR_AUDIT', action: action.action }, 'an audit entry was not written')
      })
      .finally(() => this.#underWay.delete(recording))
    this.#underWay.add(recording)
  }

  #draft({ caller, clientAddress }: Actor, { action, target_type, target_id, details }: AuditedAction): AuditDraft {
    const now = this.#now()
    return {
      id: uuidV7(now),
      timestamp: now.toISOString(),
      actor_id: caller === undefined ? null : callerId(caller),
      actor_email: caller === undefined ? null : callerName(caller),
      action,
      target_type,
      target_id,
      ip: clientAddress,
      details: { ...details },
    }
  }

  /** Resolves when nothing is left to be written. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
    await this.#reads.close().catch((error: unknown) => {
      this.#logger.error({ err: error, code: 'ERR_AUDIT' }, 'audit entries of reads were not written')
    })
  }
}
