import { randomBytes } from 'node:crypto'

/**
 * Content security policies (CSP level 3, www.w3.org/TR/CSP3) as far as a script of ours in a page needs to know them: whether
 * it may run beside what the page allows, and with which nonce. Nothing that a policy forbids is allowed by what is done here.
 */

interface Directive {
  /** Lower case. */
  readonly name: string
  readonly sources: readonly string[]
  /** Where its sources end in the text of the header. */
  readonly end: number
}

/** What is done to a page's headers so that one inline script may run in it. */
export interface Permission {
  readonly nonce: string
  /** The values of the headers, in their order; those of policies that are only reported as well. */
  readonly values: readonly string[]
}

export interface PolicyHeader {
  readonly value: string
  readonly isReportOnly: boolean
}

const NONCE = /^'nonce-([A-Za-z0-9+/_-]+={0,2})'$/i
const HASH = /^'sha(?:256|384|512)-[A-Za-z0-9+/_-]+={0,2}'$/i
const NONCE_BYTES = 16

/**
 * @param address of what the script talks to, without its query
 * @returns undefined where the script could not run, or reach its address, without a policy that allows more than it did
 */
export function permit(
  headers: readonly PolicyHeader[],
  address: URL,
  mint: () => string = () => randomBytes(NONCE_BYTES).toString('base64'),
): Permission | undefined {
  const read = headers.map(({ value, isReportOnly }) => ({ value, isReportOnly, policies: readPolicies(value) }))
  const enforced = read.flatMap(({ isReportOnly, policies }) => (isReportOnly ? [] : policies))
  if (!enforced.every((policy) => mayRun(policy) && mayConnect(policy, address))) return undefined
  const own = nonceOfAll(read.flatMap(({ policies }) => policies.flatMap((policy) => scriptsOf(policy) ?? [])))
  if (own !== undefined) return { nonce: own, values: headers.map(({ value }) => value) }
  if (!enforced.every(staysWithNonce)) return undefined
  const nonce = mint()
  return { nonce, values: read.map(({ value, policies }) => withNonce(value, policies, nonce)) }
}

/** A header may hold several policies, divided by commas; all of them hold. */
function readPolicies(value: string): Directive[][] {
  const policies: Directive[][] = []
  let start = 0
  for (const text of value.split(',')) {
    const directives: Directive[] = []
    let at = start
    for (const part of text.split(';')) {
      const [name = '', ...sources] = part.trim().split(/[\t\n\f\r ]+/)
      // Of two directives of one name the first one holds.
      if (name !== '' && !directives.some((one) => one.name === name.toLowerCase())) {
        directives.push({ name: name.toLowerCase(), sources, end: at + part.trimEnd().length })
      }
      at += part.length + 1
    }
    policies.push(directives)
    start += text.length + 1
  }
  return policies
}

function first(policy: readonly Directive[], ...names: readonly string[]): Directive | undefined {
  for (const name of names) {
    const found = policy.find((directive) => directive.name === name)
    if (found !== undefined) return found
  }
  return undefined
}

/** The directive that decides over script elements; undefined if none does. */
function scriptsOf(policy: readonly Directive[]): Directive | undefined {
  return first(policy, 'script-src-elem', 'script-src', 'default-src')
}

function isNone({ sources }: Directive): boolean {
  return sources.length === 0 || (sources.length === 1 && sources[0]?.toLowerCase() === "'none'")
}

/** By their nonce alone; a list with neither nonces nor hashes allows inline scripts with 'unsafe-inline'. */
function asksForNonce({ sources }: Directive): boolean {
  const isInlineAllowed = sources.some((source) => source.toLowerCase() === "'unsafe-inline'")
  const names = sources.some((source) => NONCE.test(source) || HASH.test(source) || /^'strict-dynamic'$/i.test(source))
  return names || !isInlineAllowed
}

function mayRun(policy: readonly Directive[]): boolean {
  const sandbox = first(policy, 'sandbox')
  if (sandbox !== undefined) {
    const flags = sandbox.sources.map((flag) => flag.toLowerCase())
    // Without its own origin a page has neither cookies nor a way to what it would listen to.
    if (!flags.includes('allow-scripts') || !flags.includes('allow-same-origin')) return false
  }
  const scripts = scriptsOf(policy)
  // 'none' counts only alone: a nonce beside it would take it out of force.
  return scripts === undefined || !isNone(scripts)
}

/**
 * Whether a nonce for scripts leaves styles alone: those have the same list where they have none of their own, and in it a nonce switches
 * 'unsafe-inline' off. For scripts 'strict-dynamic' has done that before.
 */
function staysWithNonce(policy: readonly Directive[]): boolean {
  const scripts = scriptsOf(policy)
  if (scripts?.name !== 'default-src' || first(policy, 'style-src') !== undefined) return true
  const hasOther = scripts.sources.some((source) => NONCE.test(source) || HASH.test(source))
  return hasOther || !asksForNonce(scripts) || !scripts.sources.some((source) => /^'unsafe-inline'$/i.test(source))
}

function mayConnect(policy: readonly Directive[], address: URL): boolean {
  const connect = first(policy, 'connect-src', 'default-src')
  return connect?.sources.some((source) => matches(source.toLowerCase(), address)) !== false
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9._-]+)(?::(\d+|\*))?(\/.*)?$/

/** Section 6.7.2.8, for an https address at the page's own origin. */
function matches(source: string, { hostname, pathname, port }: URL): boolean {
  if (source === '*' || source === "'self'" || source === 'https:') return true
  const [, scheme = 'https', host = '', itsPort = '', path = ''] = HOST_SOURCE.exec(source) ?? []
  if (host === '' || (scheme !== 'https' && scheme !== 'http')) return false
  const isHost = host === '*' || host === hostname || (host.startsWith('*.') && hostname.endsWith(host.slice(1)))
  const isPort = itsPort === '*' || (itsPort || '443') === (port || '443')
  return isHost && isPort && (path === '' || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path))
}

/** The page's own nonce, if all policies that ask for one name it. */
function nonceOfAll(scripts: readonly Directive[]): string | undefined {
  const asking = scripts.filter((list) => !isNone(list) && asksForNonce(list))
  const [one, ...others] = asking.map(
    ({ sources }) => new Set(sources.flatMap((source) => NONCE.exec(source)?.[1] ?? [])),
  )
  for (const nonce of one ?? []) if (others.every((names) => names.has(nonce))) return nonce
  return undefined
}

function withNonce(value: string, policies: readonly (readonly Directive[])[], nonce: string): string {
  const ends = policies
    .flatMap((policy) => scriptsOf(policy) ?? [])
    .filter((scripts) => !isNone(scripts) && asksForNonce(scripts))
    .map(({ end }) => end)
  let changed = ''
  let from = 0
  for (const end of ends.sort((a, b) => a - b)) {
    changed += `${value.slice(from, end)} 'nonce-${nonce}'`
    from = end
  }
  return changed + value.slice(from)
}
