import { z } from 'zod'
import { Policy } from '../../core/model/policy.ts'
import type { ApiConnection } from './connection.ts'
import { ApiError } from './errors.ts'
import { getUnlessKnown, ITEMS_PER_PAGE } from './lists.ts'

const MAX_PAGES = 100
/** Readings of a list of several pages that changes while it is read. */
const MAX_READINGS = 3
/** Occurs neither in an entity tag (RFC 9110, section 8.8.3) nor in any header. */
const ETAG_SEPARATOR = '\n'

export type PoliciesAnswer =
  | { readonly notModified: true }
  | { readonly notModified: false; readonly etag: string | undefined; readonly policies: readonly Policy[] }

// A newer API may tell more about a policy than this proxy knows. An addition to its rules is refused all the same,
// for it may change what they mean.
const PoliciesPage = z.object({ policies: z.array(z.object(Policy.shape)), total: z.int().min(0) })
type PoliciesPage = z.infer<typeof PoliciesPage> & { readonly etag: string | undefined }

/** All policies, in one page or several; `notModified` where every page is the one of its part of `etag`. */
export async function readPolicies(
  connection: ApiConnection,
  etag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<PoliciesAnswer> {
  let known = etag === undefined ? [] : etag.split(ETAG_SEPARATOR)
  for (let reading = 1; reading <= MAX_READINGS; reading++) {
    const answer = await readPages(connection, known, signal)
    if (answer !== undefined) return answer
    known = []
  }
  throw connection.unexpected('gave lists of policies that do not add up to their total')
}

/** One reading of all pages; undefined if they changed in between or in part, and so do not fit together. */
async function readPages(
  connection: ApiConnection,
  known: readonly string[],
  signal: AbortSignal | undefined,
): Promise<PoliciesAnswer | undefined> {
  const policies = new Map<string, Policy>()
  const etags: string[] = []
  let total: number | undefined
  for (let page = 1; page <= MAX_PAGES; page++) {
    const answer = await readPage(connection, page, known[page - 1], signal)
    if (answer === undefined) {
      if (page === known.length) return { notModified: true }
      continue
    }
    if (page > 1 && (known.length > 0 || answer.total !== total)) return undefined
    known = []
    total = answer.total
    if (answer.etag !== undefined) etags.push(answer.etag)
    for (const policy of answer.policies) policies.set(policy.id, policy)
    if (policies.size === total) {
      const etag = etags.length === page ? etags.join(ETAG_SEPARATOR) : undefined
      return { notModified: false, etag, policies: [...policies.values()] }
    }
    if (answer.policies.length < ITEMS_PER_PAGE) return undefined
  }
  throw connection.unexpected('has more policies than a proxy takes')
}

async function readPage(
  connection: ApiConnection,
  page: number,
  etag: string | undefined,
  signal: AbortSignal | undefined,
): Promise<PoliciesPage | undefined> {
  const path = `/policies?include=rules&sort=created_at&limit=${ITEMS_PER_PAGE}&page=${page}`
  const answer = await getUnlessKnown(connection, path, etag, signal)
  if (answer === undefined) return undefined
  const parsed = PoliciesPage.safeParse(answer.json)
  if (!parsed.success) throw invalidPolicies(connection, parsed.error)
  return { ...parsed.data, etag: answer.etag }
}

function invalidPolicies({ origin }: ApiConnection, error: z.ZodError): ApiError {
  const [issue] = error.issues
  const where = issue === undefined ? '' : `: ${issue.path.join('.')} ${issue.message}`.slice(0, 300)
  return new ApiError('ERR_API_INVALID_POLICIES', `the API at ${origin} gave invalid policies${where}`)
}
