import { closestName } from '../core/closest-name.ts'
import { WeirError } from '../core/errors.ts'
import type { Definition } from './definition.ts'
import { DEFINITIONS } from './definitions.ts'
import { readEnvironment } from './environment.ts'
import * as parse from './parsers.ts'

type Values = {
  readonly [K in keyof typeof DEFINITIONS]: (typeof DEFINITIONS)[K] extends Definition<infer T> ? T : never
}

export type Settings = Omit<Values, 'apiTls'> & {
  /** `files` where WEIR_API_TLS_CERT and WEIR_API_TLS_KEY are given. */
  readonly apiTls: 'auto' | 'off' | 'files'
  /** WEIR_ variables that no setting has: most likely misspelt. */
  readonly unknownVariables: readonly string[]
}

/** The variables that a file may hold instead (config/environment.ts). */
const SECRETS = Object.values<Definition<unknown>>(DEFINITIONS)
  .filter(({ secret, isPath }) => secret && !isPath)
  .map(({ variable }) => variable)

/** One or more settings are wrong. `problems` has a sentence each; no sentence repeats a secret. */
export class SettingsError extends WeirError {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super('ERR_SETTINGS', problems.join('\n'))
    this.problems = problems
  }
}

/**
 * Reads and validates every setting from the environment and a `.env` file in `cwd`; the environment wins. A secret may be in a
 * file that the variable with `_FILE` behind it names.
 * @throws SettingsError that names each wrong variable, what it got and what it takes
 */
export function loadSettings(environment: NodeJS.ProcessEnv, cwd: string): Settings {
  const { env, problems: unreadable } = readEnvironment(environment, cwd, SECRETS)
  const problems: string[] = [...unreadable]
  const values: Record<string, unknown> = {}
  for (const [key, definition] of Object.entries<Definition<unknown>>(DEFINITIONS)) {
    // In a compose file, an unset variable appears as an empty one.
    const raw = env[definition.variable]?.trim() || definition.fallback
    if (raw === undefined) continue
    try {
      values[key] = definition.parse(raw, { cwd })
    } catch (error) {
      if (!(error instanceof parse.ValueError)) throw error
      problems.push(describeProblem(definition, raw, error.message))
    }
  }
  const unknownVariables = findUnknown(env)
  if (problems.length > 0) throw new SettingsError([...problems, ...unknownVariables.map(describeUnknown)])
  const settings = values as Values
  const contradictions = findContradictions(settings)
  if (contradictions.length > 0) throw new SettingsError([...contradictions, ...unknownVariables.map(describeUnknown)])
  return {
    ...settings,
    apiTls: settings.apiTlsCert === undefined ? settings.apiTls : 'files',
    unknownVariables,
  }
}

/**
 * Every variable with its text as it would be set, for `npm run admin -- config`; secrets are masked.
 * @throws SettingsError if a file of settings or of a secret cannot be read
 */
export function describeSettings(environment: NodeJS.ProcessEnv, cwd: string) {
  const { env, problems } = readEnvironment(environment, cwd, SECRETS)
  if (problems.length > 0) throw new SettingsError(problems)
  return Object.values<Definition<unknown>>(DEFINITIONS).map((definition) => {
    const given = env[definition.variable]?.trim() || undefined
    const value = given ?? definition.fallback
    return {
      variable: definition.variable,
      value: definition.secret && given !== undefined ? '********' : value,
      isDefault: given === undefined,
      accepts: definition.accepts,
      meaning: definition.meaning,
    }
  })
}

function describeProblem(definition: Definition<unknown>, raw: string, detail: string): string {
  const got = definition.secret ? 'a value that is not shown' : JSON.stringify(raw.slice(0, 200))
  return `${definition.variable}: got ${got}${detail === '' ? '' : `: ${detail}`}. It takes ${definition.accepts}.`
}

function findContradictions(settings: Values): string[] {
  const problems: string[] = []
  if ((settings.apiTlsCert === undefined) !== (settings.apiTlsKey === undefined)) {
    problems.push('WEIR_API_TLS_CERT and WEIR_API_TLS_KEY go together: set both or neither.')
  }
  if ((settings.tier3 === 'presidio' || settings.tier3 === 'openai') && settings.tier3Url === undefined) {
    problems.push(`WEIR_TIER3_URL: is not set. WEIR_TIER3=${settings.tier3} needs the address of its server.`)
  }
  if ((settings.proxyTlsCert === undefined) !== (settings.proxyTlsKey === undefined)) {
    problems.push('WEIR_PROXY_TLS_CERT and WEIR_PROXY_TLS_KEY go together: set both or neither.')
  }
  if (settings.upstreamProxyClient !== 'off' && settings.upstreamProxy === undefined) {
    problems.push('WEIR_UPSTREAM_PROXY_CLIENT: needs a WEIR_UPSTREAM_PROXY, which is not set.')
  }
  if (settings.mongodbUrl !== undefined && settings.jwtSecret === undefined) {
    problems.push('WEIR_JWT_SECRET: is not set. It is required with WEIR_MONGODB_URL.')
  }
  if (settings.syslogCa !== undefined && settings.syslogUrl?.protocol !== 'tls:') {
    problems.push('WEIR_SYSLOG_CA: is for a WEIR_SYSLOG_URL that begins with tls://.')
  }
  if (settings.trustedProxies.length === 0) {
    if (settings.proxyProtocol === 'on') {
      problems.push('WEIR_TRUSTED_PROXIES: is not set. WEIR_PROXY_PROTOCOL=on needs the addresses of the balancers.')
    }
    if (settings.proxyAuth === 'header') {
      problems.push(
        'WEIR_TRUSTED_PROXIES: is not set. WEIR_PROXY_AUTH=header needs the addresses of the proxies in front.',
      )
    }
  }
  problems.push(...findSignInContradictions(settings))
  if (settings.webhookSchedule.length === 0) {
    problems.push('WEIR_WEBHOOK_SCHEDULE: is empty. It takes a comma list of seconds.')
  }
  return problems
}

function findSignInContradictions(settings: Values): string[] {
  if (settings.oidcIssuer === undefined) {
    return settings.passwordLogin === 'off'
      ? ['WEIR_OIDC_ISSUER: is not set. WEIR_PASSWORD_LOGIN=off needs single sign-on, or nobody can sign in.']
      : []
  }
  const problems: string[] = []
  if (settings.oidcClientId === undefined) {
    problems.push('WEIR_OIDC_CLIENT_ID: is not set. WEIR_OIDC_ISSUER needs the client that Weir is there.')
  }
  if (settings.oidcAdminValues.length + settings.oidcViewerValues.length === 0) {
    problems.push(
      'WEIR_OIDC_ADMIN_VALUES, WEIR_OIDC_VIEWER_VALUES: neither is set. One of them has to name whom WEIR_OIDC_ISSUER lets in.',
    )
  }
  if (settings.passwordLogin === 'off' && settings.oidcAdminValues.length === 0) {
    problems.push('WEIR_OIDC_ADMIN_VALUES: is empty. With WEIR_PASSWORD_LOGIN=off nobody could sign in as an admin.')
  }
  if (settings.oidcTenant !== undefined && settings.oidcTenantClaim !== undefined) {
    problems.push('WEIR_OIDC_TENANT and WEIR_OIDC_TENANT_CLAIM exclude each other: set one of them.')
  }
  return problems
}

/** The setting that an unknown variable most likely meant. */
export function settingMeantBy(variable: string): string | undefined {
  const names = Object.values<Definition<unknown>>(DEFINITIONS).map((definition) => definition.variable)
  // All names begin alike, which says nothing about how close two are.
  const rests = new Map(names.map((name) => [name.replace(PREFIX, ''), name]))
  const meant = closestName(variable.replace(PREFIX, ''), rests.keys())
  return meant === undefined ? undefined : rests.get(meant)
}

const PREFIX = /^WEIR_/

function describeUnknown(variable: string): string {
  const meant = settingMeantBy(variable)
  return `${variable}: no setting has this name.${meant === undefined ? '' : ` Did you mean ${meant}?`}`
}

function findUnknown(env: NodeJS.ProcessEnv): string[] {
  const known = new Set(Object.values<Definition<unknown>>(DEFINITIONS).map((definition) => definition.variable))
  // WEIR_TEST_ and WEIR_BENCH_ variables belong to the test suite and the benchmarks.
  const isSet = (name: string) => (env[name]?.trim() ?? '') !== ''
  return Object.keys(env).filter((name) => /^WEIR_(?!TEST_|BENCH_)/.test(name) && !known.has(name) && isSet(name))
}
