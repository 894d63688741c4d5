import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sender } from '../../config/mail.ts'
import { composeMessage } from './compose.ts'
import { emlName, writeWhole } from './files.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Where no mail server is set: mails become files that an administrator passes on (design/interface.md, outbox/). */
export class OutboxMailer implements Mailer {
  readonly #directory: string
  readonly #from: Sender
  readonly #now: () => Date

  constructor(directory: string, from: Sender, now: () => Date) {
    this.#directory = directory
    this.#from = from
    this.#now = now
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const now = this.#now()
    const file = join(this.#directory, emlName(now, mail.to, randomBytes(4).toString('hex')))
    await writeWhole(file, await composeMessage(mail, this.#from, now))
  }

  async close(): Promise<void> {}
}
