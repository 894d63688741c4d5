import { open, readFile, rename, unlink } from 'node:fs/promises'
import { z } from 'zod'
import { WeirError } from '../../../core/errors.ts'
import { Policy } from '../../../core/model/policy.ts'

const FILE_MODE = 0o600

const CachedPolicies = z.strictObject({
  version: z.literal(1),
  fetched_at: z.iso.datetime(),
  policies: z.array(Policy),
})

export interface PolicySet {
  readonly policies: readonly Policy[]
  /** When the API last said that these are its policies, in milliseconds since the epoch. */
  readonly fetchedAt: number
}

/** The last known policies; undefined where there is no file yet. Rejects where the file cannot be read or is damaged. */
export async function readPolicyCache(file: string): Promise<PolicySet | undefined> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const cached = CachedPolicies.safeParse(parseJson(text))
  if (!cached.success) throw new WeirError('ERR_POLICY_CACHE', `${file} is damaged`)
  return { policies: cached.data.policies, fetchedAt: Date.parse(cached.data.fetched_at) }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON is damage like any other, which the schema reports.
    return undefined
  }
}

/** Replaces the file in one step, also when several workers do so at once: a reader sees one whole version. */
export async function writePolicyCache(file: string, { policies, fetchedAt }: PolicySet): Promise<void> {
  const draft = `${file}.${process.pid}.new`
  const content = { version: 1, fetched_at: new Date(fetchedAt).toISOString(), policies }
  try {
    await using handle = await open(draft, 'w', FILE_MODE)
    await handle.writeFile(JSON.stringify(content))
    // Without this a power failure may leave an empty file under the new name, and a proxy without policies.
    await handle.sync()
  } catch (error) {
    // What matters is why it could not be written; a draft that stays is overwritten by the next.
    await unlink(draft).catch(() => {})
    throw error
  }
  await rename(draft, file)
}
