import type { Logger } from 'pino'
import type { Discrepancy } from '../../config/first-start.ts'
import { WeirError } from '../../core/errors.ts'
import type { KeyringStore, StoredKey } from '../store/keyring-store.ts'
import type { NamedKey, NamedKeys } from '../store/named-keys.ts'
import { currentOf, type Roots, renewed } from './keyring.ts'
import { type KeyPurpose, keyOf } from './material.ts'

/** How often a process looks whether another one has changed the keyring. A new key begins later than that (BEGIN_MS). */
const LOOK_MS = 500
/** From when a rotation is written until its keys begin: by then every process knows them. */
export const BEGIN_MS = 3000

/** What the start and doctor say of keys that need another root. */
export const OTHER_ROOT: Discrepancy = {
  found: 'keys were made with another WEIR_JWT_SECRET or secrets/jwt-secret, and what they sealed cannot be read',
  mend: 'Restore that secret from a backup, run "npm run admin -- keys rotate", which asks for the old one, or set WEIR_JWT_SECRET_PREVIOUS and restart',
}

/** The keys are those of another root, or were not read yet. */
export class KeysError extends WeirError {
  constructor(message: string) {
    super('ERR_KEYS', message)
  }
}

export interface KeysOptions {
  /** Read again at each change of the keyring, since a rotation may have replaced the root. */
  readonly roots: () => Roots
  readonly logger: Pick<Logger, 'error'>
  readonly now: () => Date
}

interface Opened extends NamedKey {
  readonly stored: StoredKey
}

/** The keys of this installation by what they are for, kept up to date while other processes rotate them. */
export class Keys {
  readonly #options: KeysOptions
  readonly #listeners = new Set<() => void>()
  #store: KeyringStore | undefined
  #version = 0
  #stored: readonly StoredKey[] = []
  #opened = new Map<string, Opened>()
  readonly #currents = new Map<KeyPurpose, NamedKey>()
  /** Milliseconds since 1970: when the next of the keys that are known becomes the current one of its purpose. */
  #nextBegin = 0
  #timer: NodeJS.Timeout | undefined
  #begin: NodeJS.Timeout | undefined

  constructor(options: KeysOptions) {
    this.#options = options
  }

  /** Keys that need another root: things that they have sealed do not open. */
  get unreadable(): readonly StoredKey[] {
    return this.#stored.filter((stored) => !this.#opened.has(keyName(stored)))
  }

  get stored(): readonly StoredKey[] {
    return this.#stored
  }

  /**
   * Reads the keyring; makes it if there is none, and renews it where the root was replaced.
   * @param imported of a release before, for a database that has no keyring yet
   */
  async load(store: KeyringStore, imported: () => Promise<readonly StoredKey[]>): Promise<void> {
    this.#store = store
    for (;;) {
      const found = await store.read()
      const roots = this.#options.roots()
      const keys = found?.keys ?? (await imported())
      const wanted = renewed(keys, roots, this.#options.now())
      if (found !== undefined && wanted === keys) return this.#open(found.version, keys, roots)
      await store.write(wanted, found?.version)
    }
  }

  /** Replaces the keyring, as `change` has it; it is called again where another process was faster. */
  async change(change: (keys: readonly StoredKey[], roots: Roots) => readonly StoredKey[]): Promise<void> {
    const store = this.#requireStore()
    for (;;) {
      const found = await store.read()
      if (found === undefined) throw new KeysError('The keyring is gone from the database')
      if (await store.write(change(found.keys, this.#options.roots()), found.version)) break
    }
    await this.look()
  }

  /** Follows what other processes do, until `close`. */
  follow(): void {
    this.#timer = setInterval(() => {
      this.look().catch((error: unknown) => {
        this.#options.logger.error({ err: error, code: 'ERR_STORE' }, 'the keyring cannot be read')
      })
    }, LOOK_MS).unref()
  }

  close(): void {
    clearInterval(this.#timer)
    clearTimeout(this.#begin)
  }

  /** @param listener called when another key has become the current one, or may have */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async look(): Promise<void> {
    const found = await this.#requireStore().read()
    if (found === undefined || found.version === this.#version) return
    this.#open(found.version, found.keys, this.#options.roots())
  }

  /** Always returns keys of the current keyring. */
  of(purpose: KeyPurpose): NamedKeys {
    const current = () => this.#current(purpose)
    const ofPurpose = () => [...this.#opened.values()].filter(({ stored }) => stored.purpose === purpose)
    const find = (id: string) => this.#opened.get(keyName({ id, purpose }))
    const all = () => {
      const first = current()
      return [first, ...ofPurpose().filter(({ id }) => id !== first.id)]
    }
    return {
      find,
      get current() {
        return current()
      },
      get unnamed() {
        return ofPurpose().find(({ stored }) => stored.unnamed === true)
      },
      get all() {
        return all()
      },
    }
  }

  /** The key that sessions are signed with now: those of any other have ended. @throws KeysError if it needs another root */
  get session(): NamedKey {
    const stored = currentOf(this.#stored, 'session', this.#options.now())
    const key = stored && this.#opened.get(keyName(stored))
    if (key === undefined)
      throw new KeysError('The keys were rotated with another WEIR_JWT_SECRET: restart the API with it')
    return key
  }

  get sessionKeyId(): string | undefined {
    return currentOf(this.#stored, 'session', this.#options.now())?.id
  }

  /** The newest that can be used: a process that still has a replaced root goes on with what it knows. */
  #current(purpose: KeyPurpose): NamedKey {
    const cached = this.#currents.get(purpose)
    if (cached !== undefined && this.#options.now().getTime() < this.#nextBegin) return cached
    const key = this.#findCurrent(purpose)
    this.#currents.set(purpose, key)
    return key
  }

  #findCurrent(purpose: KeyPurpose): NamedKey {
    const known = this.#stored.filter((stored) => this.#opened.has(keyName(stored)))
    const stored = currentOf(known, purpose, this.#options.now())
    const key = stored && this.#opened.get(keyName(stored))
    if (key === undefined) throw new KeysError('The keyring was not read yet')
    return key
  }

  #open(version: number, keys: readonly StoredKey[], { current }: Roots): void {
    const opened = new Map<string, Opened>()
    for (const stored of keys) {
      // What was readable stays so in this process, also where the root was replaced and this process has the old one.
      const key = keyOf(stored, current) ?? this.#opened.get(keyName(stored))?.key
      if (key !== undefined) opened.set(keyName(stored), { id: stored.id, key, stored })
    }
    this.#version = version
    this.#stored = keys
    this.#opened = opened
    if (this.unreadable.length > 0) this.#complain()
    this.#tellOfBeginning(keys)
    this.#tell()
  }

  #complain(): void {
    const { logger } = this.#options
    logger.error(
      { code: 'ERR_KEYS', keys: this.unreadable.map(({ id, purpose }) => `${purpose} ${id}`) },
      `${OTHER_ROOT.found}: ${OTHER_ROOT.mend}`,
    )
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener()
  }

  #tellOfBeginning(keys: readonly StoredKey[]): void {
    clearTimeout(this.#begin)
    this.#currents.clear()
    const now = this.#options.now().getTime()
    this.#nextBegin = Math.min(
      Infinity,
      ...keys.map(({ active_from }) => Date.parse(active_from)).filter((at) => at > now),
    )
    const wait = this.#nextBegin - now
    if (wait < 60_000) {
      this.#begin = setTimeout(() => {
        this.#tellOfBeginning(this.#stored)
        this.#tell()
      }, wait + 1).unref()
    }
  }

  #requireStore(): KeyringStore {
    if (this.#store === undefined) throw new KeysError('The keyring was not read yet')
    return this.#store
  }
}

function keyName({ id, purpose }: Pick<StoredKey, 'id' | 'purpose'>): string {
  return `${purpose} ${id}`
}
