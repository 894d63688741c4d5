import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { policyWarnings } from '../../api/policies/policy-warnings.ts'
import { DuplicateError, StaleVersionError } from '../../api/store/errors.ts'
import type { Store } from '../../api/store/store.ts'
import { WeirError } from '../../core/errors.ts'
import { DetectorCreate } from '../../core/model/detector.ts'
import { PolicyCreate, type PolicyWarning } from '../../core/model/policy.ts'
import type { Call, Command, Option, Result } from '../command.ts'
import { findTenant, TENANT, withStore } from '../with-store.ts'
import { applySteps } from './apply.ts'
import { lineOf, type Plan, type Present, planOf, readPresent, type Step } from './plan.ts'
import { FILE_BYTES_MAX, type PoliciesFile, PoliciesFileError, parsePolicies, policiesText } from './policies-file.ts'

const FILE = { value: 'FILE', meaning: 'a YAML file as "policies export" writes it; - reads standard input' }
const PRUNE: Option = {
  name: 'prune',
  meaning: 'deletes what the file does not name; without it such policies and detectors stay',
}

class DifferentError extends WeirError {
  constructor(count: number) {
    super(
      'ERR_POLICIES_DIFFER',
      `${count} ${count === 1 ? 'difference' : 'differences'}; "policies apply" makes the changes`,
    )
  }
}

class ApplyError extends WeirError {
  constructor(step: Step, done: number, cause: Error) {
    super('ERR_POLICIES_APPLY', `${done} changes are made, and this one is not: ${lineOf(step)}: ${cause.message}`)
  }
}

export const exportPolicies: Command = {
  name: 'policies export',
  summary:
    'Writes the policies and detectors of a tenant as YAML. Known values are left out: only their hashes are kept.',
  options: [
    TENANT,
    { name: 'to', value: 'FILE', meaning: 'writes to a file, which must not be there yet' },
    { name: 'force', meaning: 'replaces a file that is there' },
  ],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      const tenant = await findTenant(store, call)
      const present = await readPresent(store, tenant.id)
      const file = fileOf(present)
      const omitted = present.detectors.length - file.detectors.length
      const text = policiesText(file, comment(tenant.name, omitted))
      const to = call.optional('to')
      if (to === undefined) return { text, json: file }
      writeText(resolve(call.cwd, to), text, call.has('force'))
      return {
        text: `${to}: policies ${file.policies.length}, detectors ${file.detectors.length}\n`,
        json: { file: to, policies: file.policies.length, detectors: file.detectors.length, omitted },
      }
    }),
}

export const diffPolicies: Command = {
  name: 'policies diff',
  summary: 'Shows what "policies apply" would change, and changes nothing. Exit code 1 if there is a difference.',
  operand: FILE,
  options: [TENANT, PRUNE],
  needsDatabase: true,
  run: async (call) => {
    const file = await readFile(call)
    return withStore(call.settings, async (store) => {
      const tenant = await findTenant(store, call)
      const plan = planOf(file, await readPresent(store, tenant.id), call.has('prune'))
      const failure = plan.steps.length > 0 ? { failure: new DifferentError(plan.steps.length) } : {}
      return { ...told(plan, plan.steps, await warningsOf(store, tenant.id, file, plan)), ...failure }
    })
  },
}

export const applyPolicies: Command = {
  name: 'policies apply',
  summary:
    'Makes the policies and detectors of a tenant those of a file, told apart by name. The whole file is checked first; each change has its entry in the audit log.',
  operand: FILE,
  options: [TENANT, PRUNE, { name: 'dry-run', meaning: 'shows the changes, and makes none' }],
  needsDatabase: true,
  run: async (call) => {
    const file = await readFile(call)
    return withStore(call.settings, async (store, keys) => {
      const tenant = await findTenant(store, call)
      const plan = planOf(file, await readPresent(store, tenant.id), call.has('prune'))
      const warnings = await warningsOf(store, tenant.id, file, plan)
      if (call.has('dry-run')) return told(plan, plan.steps, warnings, 'to make')
      const done: Step[] = []
      try {
        const now = () => new Date()
        await applySteps({ store, keys, tenantId: tenant.id, now }, plan.steps, (step) => done.push(step))
      } catch (error) {
        const step = plan.steps[done.length]
        if (step === undefined || !isExpected(error)) throw error
        return { ...told(plan, done, warnings), failure: new ApplyError(step, done.length, error) }
      }
      return told(plan, done, warnings, 'made')
    })
  },
}

function fileOf({ policies, detectors }: Present): PoliciesFile {
  return {
    version: 1,
    policies: policies.map(({ name, description, enabled, priority, rules }) => {
      return PolicyCreate.parse({ name, description, enabled, priority, rules })
    }),
    detectors: detectors.flatMap(({ name, description, enabled, rule }) => {
      return rule.kind === 'known_values' ? [] : [DetectorCreate.parse({ name, description, enabled, ...rule })]
    }),
  }
}

function comment(tenant: string, omitted: number): string {
  const lines = [` Policies and detectors of the tenant ${JSON.stringify(tenant)}, written by "policies export".`]
  if (omitted > 0) lines.push(` Left out: ${omitted} detectors of known values, of which only hashes are kept.`)
  return lines.join('\n')
}

interface Warned {
  readonly policy: string
  readonly warnings: readonly PolicyWarning[]
}

/** What the API would answer to these changes besides that they are valid; types of detectors that the plan creates are known. */
async function warningsOf(store: Store, tenantId: string, file: PoliciesFile, { steps }: Plan): Promise<Warned[]> {
  const types = new Set(file.detectors.flatMap((detector) => ('type' in detector ? [detector.type] : [])))
  const found: Warned[] = []
  for (const step of steps) {
    if (step.kind !== 'policy' || step.change === 'delete') continue
    const { rules, name } = step.wanted
    const { warnings = [] } = await policyWarnings(store, tenantId, rules, types)
    if (warnings.length > 0) found.push({ policy: name, warnings })
  }
  return found
}

function told({ left }: Plan, steps: readonly Step[], warned: readonly Warned[], sum?: 'made' | 'to make'): Result {
  const lines = steps.map((step) => `${lineOf(step)}\n`)
  const stays = left.map((what) => `stays, though the file does not name it: ${what}\n`)
  const warnings = warned.flatMap(({ policy, warnings: list }) => {
    return list.map(({ path, message, did_you_mean: meant }) => {
      return `warning, policy ${JSON.stringify(policy)}, ${path}: ${message}${meant === undefined ? '' : ` (did you mean ${meant}?)`}\n`
    })
  })
  const end =
    sum === undefined || steps.length === 0
      ? []
      : [`${steps.length} ${steps.length === 1 ? 'change' : 'changes'} ${sum}\n`]
  return {
    text: [...(lines.length > 0 ? lines : ['nothing to change\n']), ...stays, ...warnings, ...end].join(''),
    json: {
      changes: steps.map((step) => ({
        change: step.change,
        kind: step.kind,
        name: step.change === 'delete' ? step.found.name : step.wanted.name,
        ...(step.change === 'update' && { fields: step.fields }),
      })),
      left,
      warnings: warned,
    },
  }
}

/** Errors whose cause is the file, or another change at the same time. */
function isExpected(error: unknown): error is Error {
  return error instanceof DuplicateError || error instanceof StaleVersionError || error instanceof WeirError
}

/** @throws PoliciesFileError */
async function readFile({ operand, cwd, terminal }: Call): Promise<PoliciesFile> {
  if (operand === '-') return parsePolicies(await terminal.readAll(), 'standard input')
  const path = resolve(cwd, operand)
  let size: number
  try {
    size = statSync(path).size
  } catch (error) {
    throw new PoliciesFileError(`${operand} cannot be read: ${reasonOf(error)}`)
  }
  if (size > FILE_BYTES_MAX) throw new PoliciesFileError(`${operand} is larger than ${FILE_BYTES_MAX} bytes`)
  return parsePolicies(readFileSync(path, 'utf8'), operand)
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is there already; --force replaces it',
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not',
  EISDIR: 'it is a folder',
}

function reasonOf(error: unknown): string {
  const { code = '' } = error as NodeJS.ErrnoException
  return REASONS[code] ?? code
}

function writeText(path: string, text: string, isForced: boolean): void {
  try {
    writeFileSync(path, text, { flag: isForced ? 'w' : 'wx', mode: 0o600 })
  } catch (error) {
    throw new PoliciesFileError(`${path} cannot be written: ${reasonOf(error)}`)
  }
}
