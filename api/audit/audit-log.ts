import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { AuditEntry } from '../../core/model/audit.ts'
import type { Caller } from '../http/context.ts'
import { callerId, callerName } from '../http/request.ts'
import type { Store } from '../store/store.ts'
import { sealEntry } from './chain.ts'

/** What was done, to what. `details` never hold a secret, a password or a prompt. */
export interface AuditedAction extends Pick<AuditEntry, 'action' | 'target_type' | 'target_id'> {
  readonly details?: Readonly<Record<string, unknown>>
}

/** Who did it, from where. */
export interface Actor {
  readonly caller: Caller | undefined
  /** Null where the service acts by itself. */
  readonly clientAddress: string | null
}

/** Writes down what people and services do, after it is done and before they are told so. */
export class AuditLog {
  readonly #store: Pick<Store, 'audit'>
  readonly #now: () => Date
  readonly #logger: Pick<Logger, 'error'>
  readonly #underWay = new Set<Promise<void>>()

  constructor(store: Pick<Store, 'audit'>, now: () => Date, logger: Pick<Logger, 'error'>) {
    this.#store = store
    this.#now = now
    this.#logger = logger
  }

  async record(tenantId: string, { caller, clientAddress }: Actor, action: AuditedAction): Promise<void> {
    const entry = {
      id: randomUUID(),
      timestamp: this.#now().toISOString(),
      actor_id: caller === undefined ? null : callerId(caller),
      actor_email: caller === undefined ? null : callerName(caller),
      action: action.action,
      target_type: action.target_type,
      target_id: action.target_id,
      ip: clientAddress,
      details: { ...action.details },
    }
    await this.#store.audit.append(tenantId, (previousHash) => sealEntry(entry, previousHash))
  }

  /** The same once the answer is on its way: for what must not show in the time that the answer takes. */
  recordLater(tenantId: string, actor: Actor, action: AuditedAction): void {
    const recording = nextTurn()
      .then(() => this.record(tenantId, actor, action))
      .catch((error: unknown) => {
        this.#logger.error({ err: error, code: 'ERR_AUDIT', action: action.action }, 'an audit entry was not written')
      })
      .finally(() => this.#underWay.delete(recording))
    this.#underWay.add(recording)
  }

  /** Resolves when nothing is left to be written. */
  async close(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }
}
