import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Sender } from '../../config/mail.ts'
import { WeirError } from '../../core/errors.ts'
import { composeMessage } from './compose.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { PendingFolder, PendingMail } from './pending-folder.ts'
import type { FailureReason, MailSender } from './smtp-sender.ts'

/** Far more than invitations ever produce: when this number of mails waits, something is wrong. */
const WAITING_MAX = 10_000
const CONCURRENT_MAX = 3
/** Seconds after each failed try; the last one repeats. A restart of the server is bridged soon, a night's outage too. */
const DELAYS_S = [1, 2, 5, 10, 30, 60, 300, 900, 1800, 3600]
/** About two days. */
const TRIES_MAX = 55
/** How long mails that are being sent may take when the API stops. */
const GRACE_MS = 3_000

/** Nothing more is taken on until some mails are gone. */
export class MailQueueFullError extends WeirError {
  constructor() {
    super('ERR_MAIL_QUEUE_FULL', `${WAITING_MAX} mails wait for the mail server: the queue is full`)
  }
}

export interface MailMetrics {
  readonly mails: { inc(labels: { readonly result: 'sent' | 'retried' | 'failed' }): void }
  readonly mailsWaiting: { set(value: number): void }
}

export interface QueueOptions {
  readonly folder: PendingFolder
  readonly sender: MailSender
  readonly from: Sender
  readonly logger: Logger
  readonly metrics: MailMetrics
  readonly now: () => Date
  readonly delaysMs?: readonly number[]
  readonly triesMax?: number
}

interface Waiting {
  /** performance.now() */
  due: number
  /** Its last try met no working server, so it is tried again as soon as another mail gets through. */
  serverWasGone: boolean
}

/**
 * Puts mails on the disk and sends them from there, again and again until the server takes or refuses them: no request
 * waits for a mail server, and none is lost when it is gone for a while or this process ends.
 */
export class QueuedMailer implements Mailer {
  readonly #options: QueueOptions
  readonly #delaysMs: readonly number[]
  readonly #waiting = new Map<string, Waiting>()
  readonly #sending = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()
  #closed = false
  #timer: NodeJS.Timeout | undefined

  private constructor(options: QueueOptions) {
    this.#options = options
    this.#delaysMs = options.delaysMs ?? DELAYS_S.map((seconds) => seconds * 1000)
  }

  /** Continues with the mails that an earlier process left waiting. */
  static async open(options: QueueOptions): Promise<QueuedMailer> {
    const mailer = new QueuedMailer(options)
    for (const id of await options.folder.open()) mailer.#waiting.set(id, { due: 0, serverWasGone: false })
    mailer.#wake()
    return mailer
  }

  /** @throws MailQueueFullError; the error of a disk that cannot be written */
  async send(mail: Mail): Promise<void> {
    if (this.#waiting.size >= WAITING_MAX) throw new MailQueueFullError()
    const { folder, from, now } = this.#options
    const time = now()
    const id = randomBytes(16).toString('hex')
    // Counted before it is written, so that many at once cannot pass the bound together.
    this.#waiting.set(id, { due: Number.POSITIVE_INFINITY, serverWasGone: false })
    try {
      const message = (await composeMessage(mail, from, time)).toString('base64')
      await folder.write({ id, from: from.address, to: mail.to, created_at: time.toISOString(), tries: 0, message })
    } catch (error) {
      this.#waiting.delete(id)
      throw error
    }
    this.#waiting.set(id, { due: 0, serverWasGone: false })
    this.#wake()
  }

  /** Ends attempts in progress after a moment; the next process sends the remaining mails. */
  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const grace = setTimeout(() => this.#closing.abort(), GRACE_MS)
    await Promise.all(this.#sending.values())
    clearTimeout(grace)
  }

  #wake(): void {
    this.#options.metrics.mailsWaiting.set(this.#waiting.size)
    if (this.#closed) return
    clearTimeout(this.#timer)
    const now = performance.now()
    const idle = [...this.#waiting].filter(([id]) => !this.#sending.has(id)).sort(([, a], [, b]) => a.due - b.due)
    for (const [id, { due }] of idle) {
      if (this.#sending.size >= CONCURRENT_MAX) return
      if (due > now) {
        if (due !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.#wake(), due - now).unref()
        return
      }
      this.#sending.set(id, this.#attempt(id))
    }
  }

  async #attempt(id: string): Promise<void> {
    try {
      await this.#try(id)
    } catch (error) {
      // The disk, or our own fault: not the mail's, so the mail stays and is tried later.
      this.#options.logger.error({ err: error, code: 'ERR_MAIL_QUEUE', mail: id }, 'the mail queue failed')
      if (this.#waiting.has(id)) this.#postpone(id, this.#delaysMs.length, false)
    }
    this.#sending.delete(id)
    this.#wake()
  }

  async #try(id: string): Promise<void> {
    const { folder, sender, metrics, logger, triesMax = TRIES_MAX } = this.#options
    const mail = await folder.read(id)
    if (mail === undefined) {
      this.#waiting.delete(id)
      return
    }
    const outcome = await sender.send(mail, this.#closing.signal)
    if (outcome.result === 'stopped') return
    const tries = mail.tries + 1
    if (outcome.result === 'sent') {
      // First, so that a file that cannot be removed is not sent every hour.
      this.#waiting.delete(id)
      await folder.remove(id)
      this.#hurry()
      metrics.mails.inc({ result: 'sent' })
      logger.info({ mail: id, tries }, 'mail sent')
    } else if (outcome.result === 'refused' || tries >= triesMax) {
      this.#waiting.delete(id)
      await folder.fail(mail)
      metrics.mails.inc({ result: 'failed' })
      logger.error(
        { mail: id, tries, ...described(outcome.reason) },
        'a mail was given up: it lies in outbox/failed of the data directory',
      )
    } else {
      await this.#retryLater(mail, tries, outcome.reason)
    }
  }

  async #retryLater(mail: PendingMail, tries: number, reason: FailureReason): Promise<void> {
    this.#options.metrics.mails.inc({ result: 'retried' })
    const inMs = this.#postpone(mail.id, tries, reason.status === 0)
    await this.#options.folder.write({ ...mail, tries })
    const fields = { mail: mail.id, tries, in_ms: inMs, ...described(reason) }
    this.#options.logger.warn(fields, 'a mail was not taken by the mail server: it is tried again')
  }

  #postpone(id: string, tries: number, serverWasGone: boolean): number {
    const inMs = this.#delaysMs[Math.min(tries, this.#delaysMs.length) - 1] ?? 0
    this.#waiting.set(id, { due: performance.now() + inMs, serverWasGone })
    return inMs
  }

  /** The server is back: mails that did not reach it need not wait. */
  #hurry(): void {
    for (const waiting of this.#waiting.values()) if (waiting.serverWasGone) waiting.due = 0
  }
}

function described({ code, step, status, enhancedStatus, cause }: FailureReason) {
  return { code: 'ERR_MAIL', smtp: { code, step, status, enhanced_status: enhancedStatus, cause } }
}
