import { join } from 'node:path'
import { type AuditAnchor, anchorFile } from '../../api/anchor/audit-anchor.ts'
import { AuditLog } from '../../api/audit/audit-log.ts'
import type { Keys } from '../../api/keys/keys.ts'
import { ROOT_FILE } from '../../api/keys/root.ts'
import { DATABASE_FILE, openCopying } from '../../api/store/open-store.ts'
import type { Store } from '../../api/store/store.ts'
import { lockDataDir } from '../../config/data-dir-lock.ts'
import { SecretFiles } from '../../config/secret-files.ts'
import type { Settings } from '../../config/settings.ts'
import type { Call, Command, Result } from '../command.ts'
import { BrokenAuditLogError } from '../verify-audit.ts'
import { SILENT, withStore } from '../with-store.ts'
import { CopyError } from './errors.ts'
import type { Side } from './kinds.ts'
import { type Counts, copyAll, countAll, verifyLogs, type Watching } from './run.ts'
import { type Target, targetOf } from './target.ts'

/** Said each time: an operator is to know it before a server is started on the copy. */
const NOT_COPIED = [
  'queues and limits in Redis, which hold nothing that is not in the database',
  'what proxies hold in their spools, which they send when the API is back',
  'the data directory: CA, certificates and secrets stay where they are',
  'deliveries of webhooks that were deleted, and how often a backlog was full',
]

export const copyDatabase: Command = {
  name: 'copy',
  summary:
    'Copies everything from the database of the settings to an empty one: from SQLite to MongoDB, back, or to another of the same kind. No Weir may run on either. Every record is compared, and the audit logs are verified in the copy.',
  options: [
    {
      name: 'to',
      value: 'TARGET',
      meaning: 'sqlite (weir.sqlite in the data directory), sqlite:FILE, or mongodb://host/database',
    },
    {
      name: 'to-file',
      value: 'FILE',
      meaning: 'a file that holds the target, so that no password stands on a command line',
    },
    { name: 'dry-run', meaning: 'only says what would be copied, and whether the target is empty' },
  ],
  needsDatabase: true,
  run: async (call) => {
    const target = targetOf(call)
    const lock = lockDataDir(call.settings.dataDir, 'api', 'proxy')
    try {
      return await withStore(call.settings, async (store, keys, anchor) => {
        const copying = await openCopying(ofSettings(call.settings))
        try {
          await target.requireEmpty()
          const source = { store, copying }
          if (call.has('dry-run')) return present(call, target, await countAll(source), [], true)
          return await copy(call, { source, target, keys, anchor })
        } finally {
          await copying.close()
        }
      })
    } finally {
      lock.release()
    }
  },
}

function ofSettings({ mongodbUrl, dataDir }: Settings) {
  return mongodbUrl === undefined ? { file: join(dataDir, DATABASE_FILE) } : { url: mongodbUrl }
}

interface Copying {
  readonly source: Side
  readonly target: Target
  readonly keys: Keys
  readonly anchor: AuditAnchor
}

async function copy(call: Call, { source, target, keys, anchor }: Copying): Promise<Result> {
  const { watching, forget } = watch(call)
  let side: Side | undefined
  try {
    side = await target.open(keys)
    const counts = await copyAll(source, side, watching)
    const verdicts = await verifyLogs(source, side, { keys: keys.of('audit'), known: anchor })
    await record(side.store, call.settings, target, counts)
    await side.copying.end()
    await closed(side)
    target.finish()
    await keepEnds(call.settings, target, anchor)
    const result = present(call, target, counts, verdicts, false)
    const broken = verdicts.find(({ valid }) => !valid)
    if (broken === undefined) return result
    return { ...result, failure: new BrokenAuditLogError(broken.tenant, broken.first_invalid ?? 'behind its end') }
  } catch (error) {
    throw await abandoned(target, side, error)
  } finally {
    forget()
    call.terminal.progress('')
  }
}

/** Says how far it is; a signal ends it between two batches. */
function watch({ terminal }: Call): { watching: Watching; forget: () => void } {
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  // A second signal ends the process at once.
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const check = () => {
    if (isStopped) throw new CopyError('Stopped')
  }
  const forget = () => {
    process.off('SIGINT', stop)
    process.off('SIGTERM', stop)
  }
  return { watching: { check, progress: (text) => terminal.progress(text) }, forget }
}

async function abandoned(target: Target, side: Side | undefined, error: unknown): Promise<CopyError> {
  const reason = (error as Error).message
  try {
    // A file is deleted when nobody has it open, a database through the connection that is.
    if (target.engine === 'sqlite' && side !== undefined) await closed(side)
    await target.abandon(side)
    if (target.engine === 'mongodb' && side !== undefined) await closed(side)
    return new CopyError(`${reason}. The copy is deleted again`, error)
  } catch (left) {
    const why = (left as Error).message
    return new CopyError(`${reason}. What was copied could not be deleted (${why}): delete ${target.remains}`, error)
  }
}

async function closed({ store, copying }: Side): Promise<void> {
  await copying.close()
  await store.close()
}

/** In the copy: the log of the source ends where it was copied. */
async function record(store: Store, { mongodbUrl }: Settings, { engine }: Target, counts: Counts): Promise<void> {
  const audit = new AuditLog(store, () => new Date(), SILENT)
  const details = { from: mongodbUrl === undefined ? 'sqlite' : 'mongodb', to: engine, records: counts }
  for (const { id } of await store.tenants.list()) {
    const action = { action: 'database.copied', target_type: 'database', target_id: null, details }
    await audit.record(id, { caller: undefined, clientAddress: null }, action)
  }
}

/** What is known of the ends of the logs outside of the database is known of the copy as well. */
async function keepEnds(settings: Settings, { engine }: Target, anchor: AuditAnchor): Promise<void> {
  await anchor.save()
  const secrets = new SecretFiles(settings.dataDir)
  const kept = secrets.read(anchorFile(settings))
  const file = anchorFile({ mongodbUrl: engine === 'mongodb' ? '' : undefined })
  if (kept !== undefined && file !== anchorFile(settings)) secrets.write(file, kept)
}

function present(
  call: Call,
  { name, engine }: Target,
  counts: Counts,
  verdicts: Awaited<ReturnType<typeof verifyLogs>>,
  isDryRun: boolean,
): Result {
  const lines = Object.entries(counts).map(([kind, count]) => `${kind}: ${count}\n`)
  const logs = verdicts.map(
    ({ tenant, valid, entries }) => `audit log of ${tenant}: ${valid ? 'valid' : 'NOT VALID'}, ${entries} entries\n`,
  )
  const done = isDryRun
    ? `would be copied to ${name}, which is empty\n`
    : `copied to ${name}, and compared record by record\n${nextStep(call.settings, engine)}`
  const json = { target: name, engine, dry_run: isDryRun, copied: counts, audit_logs: verdicts, not_copied: NOT_COPIED }
  return { text: `${[...lines, ...logs].join('')}${done}Not copied: ${NOT_COPIED.join('; ')}.\n`, json }
}

function nextStep({ mongodbUrl, jwtSecret, dataDir }: Settings, engine: Target['engine']): string {
  if (engine === 'sqlite')
    return mongodbUrl === undefined ? '' : 'Unset WEIR_MONGODB_URL and start Weir; keep WEIR_JWT_SECRET.\n'
  const file = join(dataDir, 'secrets', ROOT_FILE)
  const secret = jwtSecret === undefined ? `, set WEIR_JWT_SECRET to what ${file} holds` : ''
  return `Set WEIR_MONGODB_URL${secret} and start Weir.\n`
}
