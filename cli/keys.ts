import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AuditLog } from '../api/audit/audit-log.ts'
import { currentOf, readableWithBoth, readableWithOnly, rotated } from '../api/keys/keyring.ts'
import { BEGIN_MS, type Keys } from '../api/keys/keys.ts'
import { KEY_PURPOSES, type KeyPurpose, toRoot } from '../api/keys/material.ts'
import { generateRoot, loadRoot, ROOT_FILE } from '../api/keys/root.ts'
import type { StoredKey } from '../api/store/keyring-store.ts'
import type { Store } from '../api/store/store.ts'
import { SecretFiles } from '../config/secret-files.ts'
import type { Call, Command } from './command.ts'
import { UsageError } from './errors.ts'
import { SILENT, withStore } from './with-store.ts'

const OLD_ROOT = 'the WEIR_JWT_SECRET that was replaced'

export const listKeys: Command = {
  name: 'keys list',
  summary: 'Lists the keys of this installation by id and purpose, without the keys themselves.',
  options: [],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (_store, keys) => {
      const listed = keys.stored.map((stored) => presented(stored, keys))
      const lines = listed.map(({ id, purpose, created_at, state }) => `${id}  ${purpose}  ${created_at}  ${state}\n`)
      return { text: lines.join(''), json: listed }
    }),
}

export const rotateKeys: Command = {
  name: 'keys rotate',
  summary:
    'Makes new keys for sessions, webhook secrets, content hashes, known values, the audit log and exports. Sessions end; what older keys sealed stays readable. After a leak of WEIR_JWT_SECRET, set another one first, and give the old one here once.',
  options: [
    {
      name: 'new-root',
      meaning: 'replaces the generated secret of the data directory too, where WEIR_JWT_SECRET is not set',
    },
    { name: 'old-root-stdin', meaning: `reads ${OLD_ROOT} from standard input` },
    { name: 'old-root-file', value: 'FILE', meaning: `reads ${OLD_ROOT} from a file` },
  ],
  needsDatabase: true,
  run: async (call) => {
    const given = await givenRoot(call)
    const needed = given === undefined && (await withStore(call.settings, async (_store, keys) => isLocked(keys)))
    const asked = needed ? await askRoot(call) : given
    return withStore(call.settings, (store, keys) => rotate(call, store, keys), asked === undefined ? [] : [asked])
  },
}

async function rotate(call: Call, store: Store, keys: Keys) {
  if (isLocked(keys)) throw new UsageError('That is not the WEIR_JWT_SECRET that the older keys were made with')
  if (call.has('new-root')) await replaceRoot(call, keys)
  const now = Date.now()
  const begin = new Date(now + BEGIN_MS)
  await keys.change((stored, { current }) => rotated(stored, current, new Date(now), begin))
  // Every process knows the new keys by then, and sessions have ended when this command has.
  await sleep(begin.getTime() - Date.now() + 100)
  const current = KEY_PURPOSES.map((purpose) => currentOf(keys.stored, purpose, new Date()))
  const made = current.filter((stored) => stored !== undefined).map((stored) => presented(stored, keys))
  const audit = new AuditLog(store, () => new Date(), SILENT)
  for (const { id } of await store.tenants.list()) {
    await audit.record(
      id,
      { caller: undefined, clientAddress: null },
      {
        action: 'keys.rotated',
        target_type: 'keys',
        target_id: null,
        details: { keys: made.map(({ purpose, id: key }) => `${purpose} ${key}`), new_root: call.has('new-root') },
      },
    )
  }
  return { text: made.map(({ id, purpose }) => `${id}  ${purpose}\n`).join(''), json: made }
}

/** A crash at any moment leaves the keyring readable with the secret that the file has. */
async function replaceRoot({ settings }: Call, keys: Keys): Promise<void> {
  if (settings.jwtSecret !== undefined) {
    throw new UsageError('WEIR_JWT_SECRET is set: set another one there, and run this command without --new-root')
  }
  const secrets = new SecretFiles(settings.dataDir)
  const old = toRoot(loadRoot(settings, secrets))
  const secret = generateRoot()
  const next = toRoot(secret)
  await keys.change((stored) => readableWithBoth(stored, old, next))
  secrets.write(ROOT_FILE, secret)
  await keys.change((stored) => readableWithOnly(stored, next))
}

function isLocked(keys: Keys): boolean {
  return keys.unreadable.length > 0
}

async function givenRoot(call: Call): Promise<string | undefined> {
  if (call.has('old-root-stdin') && call.has('old-root-file')) {
    throw new UsageError('Only one of --old-root-stdin, --old-root-file can be given')
  }
  if (call.has('old-root-stdin')) return withoutLineEnd(await call.terminal.readAll())
  const file = call.optional('old-root-file')
  if (file === undefined) return undefined
  try {
    return withoutLineEnd(readFileSync(resolve(call.cwd, file), 'utf8'))
  } catch (error) {
    throw new UsageError(`--old-root-file ${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

async function askRoot({ terminal }: Call): Promise<string> {
  if (!terminal.isInteractive) {
    throw new UsageError(
      'Keys were made with another WEIR_JWT_SECRET: give it with --old-root-stdin, --old-root-file or WEIR_JWT_SECRET_PREVIOUS',
    )
  }
  return terminal.askSecret(`${OLD_ROOT[0]?.toUpperCase()}${OLD_ROOT.slice(1)}: `)
}

function withoutLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '')
}

function presented(stored: StoredKey, keys: Keys) {
  const { id, purpose, created_at } = stored
  const isCurrent = currentOf(keys.stored, purpose as KeyPurpose, new Date()) === stored
  const state = keys.unreadable.includes(stored) ? 'unreadable' : isCurrent ? 'current' : 'older'
  return { id, purpose, created_at, state }
}
