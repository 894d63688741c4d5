import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { emlName, writeWhole } from './files.ts'

/** More failures than these mean that the mail server is broken, and addresses should not be kept on disk for ever. */
const FAILED_MAX = 200

/** A mail that waits for the server. It was composed once: what is sent twice has the same Message-ID. */
const PendingMail = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  from: z.string(),
  to: z.string(),
  created_at: z.iso.datetime(),
  tries: z.int().min(0),
  /** As it is sent, base64. */
  message: z.base64(),
})
export type PendingMail = z.infer<typeof PendingMail>

/**
 * The mails on their way, a file each, readable by the owner only: an invitation has a token in it. A file is there until
 * the server has taken the mail; one that no server will take is moved to `failed/` as .eml.
 */
export class PendingFolder {
  readonly #outbox: string
  readonly #pending: string
  readonly #failed: string

  /** @param outbox DATA_DIR/outbox */
  constructor(outbox: string) {
    this.#outbox = outbox
    this.#pending = join(outbox, 'pending')
    this.#failed = join(outbox, 'failed')
  }

  /** Ids of all waiting mails, oldest first. Removes files that a crash left half written; those were never acknowledged. */
  async open(): Promise<string[]> {
    await mkdir(this.#pending, { recursive: true, mode: 0o700 })
    await mkdir(this.#failed, { recursive: true, mode: 0o700 })
    return this.#waiting()
  }

  async #waiting(): Promise<string[]> {
    const names = await readdir(this.#pending)
    for (const name of names) if (name.endsWith('.part')) await unlink(join(this.#pending, name))
    const mails: PendingMail[] = []
    for (const name of names.filter((known) => known.endsWith('.json'))) {
      const mail = await this.read(name.slice(0, -'.json'.length))
      if (mail !== undefined) mails.push(mail)
    }
    return mails.sort((a, b) => a.created_at.localeCompare(b.created_at)).map(({ id }) => id)
  }

  async write(mail: PendingMail): Promise<void> {
    await writeWhole(this.#fileOf(mail.id), JSON.stringify(mail))
  }

  /** @returns undefined if an administrator has taken it away, or made something else of it */
  async read(id: string): Promise<PendingMail | undefined> {
    try {
      const parsed = PendingMail.safeParse(JSON.parse(await readFile(this.#fileOf(id), 'utf8')))
      return parsed.data?.id === id ? parsed.data : undefined
    } catch (error) {
      if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

  async remove(id: string): Promise<void> {
    await unlink(this.#fileOf(id))
  }

  /** Puts a mail aside that will not be tried again: a person can still read it and pass it on. */
  async fail(mail: PendingMail): Promise<void> {
    await this.#toEml(mail, this.#failed)
    const names = (await readdir(this.#failed)).filter((other) => other.endsWith('.eml')).sort()
    for (const old of names.slice(0, -FAILED_MAX)) await unlink(join(this.#failed, old))
  }

  /** Where no mail server is set any more, what waited for it becomes what mails are then. @returns how many */
  async handOver(): Promise<number> {
    // An installation that never had a mail server has no such folder, and does not need one.
    const ids = existsSync(this.#pending) ? await this.#waiting() : []
    for (const id of ids) {
      const mail = await this.read(id)
      if (mail !== undefined) await this.#toEml(mail, this.#outbox)
    }
    return ids.length
  }

  async #toEml(mail: PendingMail, folder: string): Promise<void> {
    const name = emlName(new Date(mail.created_at), mail.to, mail.id.slice(0, 8))
    await writeWhole(join(folder, name), Buffer.from(mail.message, 'base64'))
    await this.remove(mail.id)
  }

  #fileOf(id: string): string {
    return join(this.#pending, `${id}.json`)
  }
}
