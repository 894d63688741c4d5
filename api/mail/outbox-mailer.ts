import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Sender } from '../../config/mail.ts'
import { composeMessage } from './compose.ts'
import { emlName, writeWhole } from './files.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Where no mail server is set: mails become files that an administrator passes on (docs/reference/process-rules.md, outbox/). */
export class OutboxMailer implements Mailer {
  readonly #directory: string
  readonly #from: Sender
  readonly #now: () => Date
  readonly #logger: Logger

  constructor(directory: string, from: Sender, now: () => Date, logger: Logger) {
    this.#directory = directory
    this.#from = from
    this.#now = now
    this.#logger = logger
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const now = this.#now()
    const file = join(this.#directory, emlName(now, mail.to, randomBytes(4).toString('hex')))
    await writeWhole(file, await composeMessage(mail, this.#from, now))
    this.#logger.info({ file }, 'no mail server is set (WEIR_SMTP_URL): a mail is in the outbox, for you to forward')
  }

  async close(): Promise<void> {}
}
