import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Discrepancy, type Facts, FirstStart } from './first-start.ts'

/** In `secrets/`: what a proxy knows conversations by, and the API the proxy. */
export const CONVERSATION_KEY_FILE = 'conversation-key'
const ID_CHARACTERS = 12

/** Of a key of 256 random bits, of which a hash reveals nothing. */
export function idOfConversationKey(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, ID_CHARACTERS)
}

/** @param key undefined where there is none any more */
export function otherKey(dataDir: string, facts: Facts, key: string | undefined): Discrepancy | undefined {
  const { conversation_key: known } = facts
  if (known === undefined || (key !== undefined && known === idOfConversationKey(key))) return undefined
  const file = join(dataDir, 'secrets', CONVERSATION_KEY_FILE)
  const state =
    key === undefined ? 'is not there, and this proxy worked with it' : 'is another key than this proxy worked with'
  return {
    found: `${file} ${state}: conversations get other ids, and the API takes this proxy for a new one and reports the one of before as silent`,
    mend: `Bring the file back from a backup and start again; if the new key is meant, remove ${fileOf(dataDir)}`,
  }
}

/** @param tenant the one that the API gives policies of */
export function otherTenant(dataDir: string, facts: Facts, origin: string, tenant: string): Discrepancy | undefined {
  const { tenant_id: known } = facts
  if (known === undefined || known === tenant) return undefined
  return {
    found: `the API at ${origin} has another tenant for this proxy (${tenant}) than it worked with (${known}): the policies of the other one hold, and records go there, also those that wait in the spool`,
    mend: `See which API and which token this proxy was given (WEIR_API_URL, WEIR_SERVICE_TOKEN), or which database the API was; if the other tenant is meant, remove ${fileOf(dataDir)}`,
  }
}

const fileOf = (dataDir: string) => new FirstStart(dataDir, 'proxy').file
