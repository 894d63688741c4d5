import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { SecretFiles } from '../../config/secret-files.ts'
import { WeirError } from '../../core/errors.ts'
import type { AuditHead, AuditPosition } from '../store/audit-store.ts'
import type { NamedKeys } from '../store/named-keys.ts'
import type { Store } from '../store/store.ts'
import { type Checkpoint, makeCheckpoint, openCheckpoint } from './checkpoint.ts'
import type { KnownEnds } from './known-ends.ts'

/** How far the file may lag behind the logs: what is cut off within this time is not noticed. */
const SAVE_MS = 2000

const ANCHOR_FILES = ['audit-anchor', 'audit-anchor-mongodb'] as const

const Position = z.object({ id: z.string(), entries: z.int().min(1), hash: z.string() })
const Kept = z.object({ checkpoint: z.string(), ends: z.record(z.string(), Position) })

export interface AuditAnchorOptions {
  readonly store: Pick<Store, 'audit' | 'tenants'>
  readonly secrets: SecretFiles
  /** A name within the secrets; each database has its own. */
  readonly file: string
  readonly keys: NamedKeys
  readonly logger: Pick<Logger, 'error'>
}

/** What says where the audit logs ended cannot be read. */
export class AuditAnchorError extends WeirError {
  constructor(file: string, cause: unknown) {
    super(
      'ERR_AUDIT_ANCHOR',
      `secrets/${file} in the data directory is damaged: restore it from a backup, or remove it after "npm run admin -- verify-audit --against" has shown that the audit logs are complete`,
      { cause },
    )
  }
}

/**
 * What is known of the audit logs outside of the database: the checkpoint of the upgrade, and where each log ended when this
 * installation last wrote to it. It is kept with the secrets, so that a person who can only write to the database can
 * neither cut a log off, nor remove what says that its entries must be sealed.
 */
export class AuditAnchor implements KnownEnds {
  readonly #options: AuditAnchorOptions
  /** As it is kept: sealed. */
  readonly #sealed: string
  /** Empty if the text does not open: then no entry is valid without a seal. */
  readonly #checkpoint: Checkpoint
  #ends: Readonly<Record<string, AuditPosition>>
  readonly #changed = new Set<string>()
  readonly #broken = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #saving: Promise<void> = Promise.resolve()

  private constructor(options: AuditAnchorOptions, sealed: string, ends: Readonly<Record<string, AuditPosition>>) {
    this.#options = options
    this.#sealed = sealed
    this.#checkpoint = openCheckpoint(sealed, options.keys) ?? {}
    this.#ends = ends
  }

  /**
   * Makes the checkpoint where there is none, neither with the secrets nor in the database: at the first start of this
   * release.
   */
  static async open(options: AuditAnchorOptions): Promise<AuditAnchor> {
    const { store, keys } = options
    const kept = read(options)
    const known = kept?.checkpoint ?? (await store.audit.checkpoint())
    // In the database it serves the other hosts, which have other files.
    const sealed = await store.audit.keepCheckpoint(known ?? (await makeCheckpoint(store, keys)))
    const anchor = new AuditAnchor(options, kept?.checkpoint ?? sealed, kept?.ends ?? {})
    if (kept === undefined) {
      anchor.#write()
      for (const { id } of await store.tenants.list()) anchor.note(id)
    }
    return anchor
  }

  /** Entries of the tenant that need no seal which covers their place. */
  checkpointOf(tenantId: string): AuditHead | undefined {
    return Object.hasOwn(this.#checkpoint, tenantId) ? this.#checkpoint[tenantId] : undefined
  }

  /** An entry that the tenant's log must have, as far as is known here. */
  endOf(tenantId: string): AuditHead | undefined {
    return Object.hasOwn(this.#ends, tenantId) ? this.#ends[tenantId] : undefined
  }

  /** The entries that logs must have. */
  get ends(): readonly (AuditHead & { readonly tenant_id: string })[] {
    return Object.entries(this.#ends).map(([tenant_id, { entries, hash }]) => ({ tenant_id, entries, hash }))
  }

  /** Is told of a tenant whose log grows, and looks at it soon. */
  note(tenantId: string): void {
    this.#changed.add(tenantId)
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.save()
    }, SAVE_MS).unref()
  }

  /** Reads where the logs that have grown end now, and keeps that. It never rejects: later is soon enough. */
  save(): Promise<void> {
    this.#saving = this.#saving.then(async () => {
      try {
        await this.#save()
      } catch (error) {
        this.#options.logger.error({ err: error, code: 'ERR_AUDIT' }, 'the ends of the audit logs were not kept')
      }
    })
    return this.#saving
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#changed.size > 0) await this.save()
    await this.#saving
  }

  async #save(): Promise<void> {
    const changed = [...this.#changed]
    this.#changed.clear()
    const grown: Record<string, AuditPosition> = {}
    for (const tenantId of changed) {
      const end = await this.#grownEnd(tenantId)
      if (end !== undefined) grown[tenantId] = end
    }
    if (Object.keys(grown).length === 0) return
    this.#ends = { ...this.#ends, ...grown }
    this.#write()
  }

  /** The end of a log that still has the entry that is known; undefined if it was cut off or rewritten. */
  async #grownEnd(tenantId: string): Promise<AuditPosition | undefined> {
    const { store, logger } = this.#options
    const known = this.#ends[tenantId]
    const last = await store.audit.last(tenantId)
    // Nothing has happened yet to a tenant of which a host hears at its start.
    if (last === undefined && known === undefined) return undefined
    const same = known && (await store.audit.find(tenantId, known.id))
    const isContinued = known === undefined || (same?.hash === known.hash && same.entries === known.entries)
    if (last !== undefined && isContinued && last.entries >= (known?.entries ?? 0)) return last
    if (!this.#broken.has(tenantId)) {
      this.#broken.add(tenantId)
      logger.error(
        { code: 'ERR_AUDIT_SHORTENED', tenant_id: tenantId, entries: known?.entries },
        'the audit log was cut off or rewritten, or the database was restored to an earlier state: see GET /audit-log/verify',
      )
    }
    return undefined
  }

  /** Another process may have kept a later end of a log. */
  #write(): void {
    const { secrets, file } = this.#options
    const ends = { ...this.#ends }
    for (const [tenantId, end] of Object.entries(read(this.#options)?.ends ?? {})) {
      if (end.entries > (ends[tenantId]?.entries ?? 0)) ends[tenantId] = end
    }
    this.#ends = ends
    secrets.write(file, JSON.stringify({ checkpoint: this.#sealed, ends }))
  }
}

function read({ secrets, file }: AuditAnchorOptions): z.infer<typeof Kept> | undefined {
  const text = secrets.read(file)
  if (text === undefined) return undefined
  try {
    return Kept.parse(JSON.parse(text))
  } catch (error) {
    throw new AuditAnchorError(file, error)
  }
}

/** In `secrets/`. An installation that changes to MongoDB begins other logs there. */
export const anchorFile = ({ mongodbUrl }: { readonly mongodbUrl?: string | undefined }): string =>
  mongodbUrl === undefined ? ANCHOR_FILES[0] : ANCHOR_FILES[1]

/** Whether a log was kept here that had entries, which no start has before it has come to its end. */
export function hasKeptEnds(dataDir: string): boolean {
  return ANCHOR_FILES.some((file) => {
    try {
      return Object.keys(Kept.parse(JSON.parse(readFileSync(join(dataDir, 'secrets', file), 'utf8'))).ends).length > 0
    } catch {
      // Not there, or damaged, which `open` says.
      return false
    }
  })
}
