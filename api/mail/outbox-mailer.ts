import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { composeMessage } from './compose.ts'
import type { Mail, Mailer } from './mailer.ts'

/** Where no mail server is set: mails become files that an administrator passes on (design/interface.md, outbox/). */
export class OutboxMailer implements Mailer {
  readonly #directory: string
  readonly #from: string
  readonly #now: () => Date

  constructor(directory: string, from: string, now: () => Date) {
    this.#directory = directory
    this.#from = from
    this.#now = now
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    const now = this.#now()
    const stamp = now.toISOString().replaceAll(':', '-')
    const recipient = mail.to.replace(/[^a-z0-9@.-]/gi, '_').slice(0, 100)
    const file = join(this.#directory, `${stamp}-${recipient}-${randomBytes(4).toString('hex')}.eml`)
    // Under its name only when it is whole: whoever watches the folder never reads half a mail.
    const draft = `${file}.part`
    await using handle = await open(draft, 'wx', 0o600)
    await handle.writeFile(composeMessage(mail, this.#from, now))
    await handle.sync()
    await rename(draft, file)
  }
}
