import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyWith } from '../../api/keys/keyring.ts'
import { OTHER_ROOT } from '../../api/keys/keys.ts'
import { toRoot } from '../../api/keys/material.ts'
import { ROOT_FILE } from '../../api/keys/root.ts'
import { glanceAt } from '../../api/store/glance.ts'
import { FirstStart } from '../../config/first-start.ts'
import { CONVERSATION_KEY_FILE, otherKey } from '../../config/proxy-first-start.ts'
import type { Settings } from '../../config/settings.ts'
import { type Check, type Finding, failed, ok, skipped, warning } from './check.ts'

const NAMED_MAX = 3

/** Whether the secrets are still those that this installation works with. */
export const secretKeys: Check = {
  name: 'keys',
  async run({ settings }) {
    const findings = [await rootKey(settings), conversationKey(settings.dataDir)].filter((one) => one !== undefined)
    return findings.length > 0 ? findings : skipped('there are no keys yet; the first start makes them')
  },
}

async function rootKey(settings: Settings): Promise<Finding | undefined> {
  const { dataDir, jwtSecret, previousJwtSecret } = settings
  // What is wrong with a database that cannot be looked at is told by its own check.
  const keys = await glanceAt(settings).then(
    (glance) => glance?.keys ?? [],
    () => [],
  )
  if (keys.length === 0) return undefined
  const roots = [jwtSecret, previousJwtSecret, secretIn(dataDir, ROOT_FILE)].filter((secret) => secret !== undefined)
  const [current, ...replaced] = roots.map(toRoot)
  const readable = current === undefined ? [] : keys.filter((key) => keyWith(key, { current, replaced }) !== undefined)
  const unreadable = keys.filter((key) => !readable.includes(key))
  if (unreadable.length === 0) return ok('the keys in the database can be read')
  const named = unreadable.slice(0, NAMED_MAX).map(({ id, purpose }) => `${purpose} ${id}`)
  const more = unreadable.length > NAMED_MAX ? [`${unreadable.length - NAMED_MAX} more`] : []
  return failed(`${OTHER_ROOT.found} (${[...named, ...more].join(', ')})`, OTHER_ROOT.mend)
}

function conversationKey(dataDir: string): Finding | undefined {
  const facts = new FirstStart(dataDir, 'proxy').read()
  if (facts?.conversation_key === undefined) return undefined
  const other = otherKey(dataDir, facts, secretIn(dataDir, CONVERSATION_KEY_FILE))
  return other === undefined
    ? ok('the key of conversations is that of the first start')
    : warning(other.found, other.mend)
}

/** Without making the folder. */
function secretIn(dataDir: string, name: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'secrets', name), 'utf8').trim() || undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
