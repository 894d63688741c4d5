import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { KnownValueKeys } from '../api/detectors/keys.ts'
import { newException } from '../api/exceptions/new-exception.ts'
import { type ExceptionRecord, presentException } from '../api/exceptions/presenter.ts'
import { ApiError } from '../api/http/api-error.ts'
import { toDetails } from '../api/http/details.ts'
import { auditedDocument, isInForce } from '../api/resources/routes.ts'
import type { Store } from '../api/store/store.ts'
import { WeirError } from '../core/errors.ts'
import { EXCEPTIONS, ExceptionCreate } from '../core/resources/exception.ts'
import type { Call, Command } from './command.ts'
import { UsageError } from './errors.ts'
import { audited, findTenant, TENANT, withStore } from './with-store.ts'

const DAY_MS = 86_400_000
const PAGE = 500

class ExceptionError extends WeirError {
  constructor(message: string) {
    super('ERR_EXCEPTION', message)
  }
}

export const listExceptions: Command = {
  name: 'exceptions list',
  summary: 'Lists the exceptions to policies that are in force, one per line, with id, end, owner and what they cover.',
  options: [TENANT],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { id } = await findTenant(store, call)
      const all = (await store.documents(EXCEPTIONS).list(id)).filter(isInForce(new Date()))
      return { text: all.map(lineOf).join(''), json: all.map(presentException) }
    }),
}

export const addException: Command = {
  name: 'exceptions add',
  summary:
    'Creates an exception to policies, in force on all proxies within a second. It covers what all given options name together.',
  options: [
    TENANT,
    { name: 'policy', value: 'NAME', meaning: 'the only policy that does not hold; otherwise none holds' },
    { name: 'types', value: 'TYPES', meaning: 'a comma-separated list of types of data, such as EMAIL' },
    { name: 'platforms', value: 'IDS', meaning: 'a comma-separated list of services, such as claude-web' },
    { name: 'users', value: 'EMAILS', meaning: 'a comma-separated list of users' },
    { name: 'values', value: 'FILE', meaning: 'a file with one exact value per line; only keyed hashes are kept' },
    { name: 'reason', value: 'TEXT', required: true, meaning: 'why; the audit log keeps it' },
    { name: 'owner', value: 'NAME', required: true, meaning: 'who answers for it' },
    { name: 'days', value: 'DAYS', required: true, meaning: 'how long it holds, at most 90' },
  ],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store, keys) => {
      const { id: tenantId } = await findTenant(store, call)
      const now = new Date()
      const parsed = ExceptionCreate.safeParse({
        ...(call.has('policy') && { policy_id: await policyNamed(store, tenantId, call.text('policy')) }),
        ...(call.has('types') && { types: listOf(call, 'types') }),
        ...(call.has('platforms') && { platform_ids: listOf(call, 'platforms') }),
        ...(call.has('users') && { user_ids: await usersNamed(store, tenantId, listOf(call, 'users')) }),
        ...(call.has('values') && { values: linesOf(resolve(call.cwd, call.text('values'))) }),
        reason: call.text('reason'),
        owner: call.text('owner'),
        expires_at: new Date(now.getTime() + daysOf(call) * DAY_MS).toISOString(),
      })
      if (!parsed.success) {
        throw new UsageError(
          toDetails(parsed.error.issues)
            .map(({ path, message }) => `${path} ${message}`)
            .join('\n'),
        )
      }
      const known = new KnownValueKeys(keys.of('known_values'))
      const exception = await newException(store, known, parsed.data, { tenantId, by: 'command line', now }).catch(
        (error: unknown) => {
          throw error instanceof ApiError ? new ExceptionError(sentenceOf(error)) : error
        },
      )
      await store.documents(EXCEPTIONS).insert(exception, audited(store, auditedDocument(EXCEPTIONS, 'created')))
      return { text: lineOf(exception), json: presentException(exception) }
    }),
}

export const removeException: Command = {
  name: 'exceptions remove',
  summary: 'Ends an exception to policies on all proxies within a second.',
  options: [
    TENANT,
    { name: 'id', value: 'ID', required: true, meaning: 'the exception, as "exceptions list" shows it' },
  ],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const { id: tenantId } = await findTenant(store, call)
      const effects = audited(store, auditedDocument(EXCEPTIONS, 'deleted'))
      const gone = await store.documents(EXCEPTIONS).delete(tenantId, call.text('id').toLowerCase(), effects)
      if (gone === undefined) throw new ExceptionError(`There is no exception ${JSON.stringify(call.text('id'))}`)
      return { text: lineOf(gone), json: presentException(gone) }
    }),
}

function lineOf({ id, expires_at, owner, types, platform_ids, user_ids, value_count }: ExceptionRecord): string {
  const covered = [
    ...(types.length > 0 ? [types.join(',')] : []),
    ...(platform_ids.length > 0 ? [platform_ids.join(',')] : []),
    ...(user_ids.length > 0 ? [`${user_ids.length} users`] : []),
    ...(value_count > 0 ? [`${value_count} values`] : []),
  ]
  return `${id}  ${expires_at}  ${owner}  ${covered.join(' and ')}\n`
}

function listOf(call: Call, name: string): string[] {
  return call
    .text(name)
    .split(',')
    .map((item) => item.trim())
}

function daysOf(call: Call): number {
  const days = Number(call.text('days'))
  if (!(days > 0 && days <= 90)) throw new UsageError('--days must be a number above 0 and at most 90')
  return days
}

/** @throws UsageError if there is none: an exception without values is one for all values */
function linesOf(file: string): string[] {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch (error) {
    throw new ExceptionError(`${file} cannot be read: ${(error as Error).message}`)
  }
  const lines = content.split(/\r?\n/).map((line) => line.trim())
  const values = lines.filter((line) => line !== '')
  if (values.length === 0) throw new UsageError(`--values: there is no value in ${file}`)
  return values
}

async function policyNamed(store: Store, tenantId: string, name: string): Promise<string> {
  for (let offset = 0; ; offset += PAGE) {
    const page = { offset, limit: PAGE }
    const { items } = await store.policies.list(tenantId, {}, { field: 'priority', descending: false }, page)
    const found = items.find((policy) => policy.name === name || policy.id === name)
    if (found !== undefined) return found.id
    if (items.length < PAGE) throw new ExceptionError(`There is no policy named ${JSON.stringify(name)}`)
  }
}

async function usersNamed(store: Store, tenantId: string, emails: readonly string[]): Promise<string[]> {
  return Promise.all(
    emails.map(async (email) => {
      const found = await store.users.findByEmail(email.toLowerCase())
      const user = found.find(({ tenant_id }) => tenant_id === tenantId)
      if (user === undefined) throw new ExceptionError(`There is no user ${email}`)
      return user.id
    }),
  )
}

function sentenceOf(error: ApiError): string {
  const [first] = error.details ?? []
  return first === undefined ? error.message : `${first.path} ${first.message}`
}
