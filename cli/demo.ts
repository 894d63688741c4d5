import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch, ProxyAgent } from 'undici'
import { auditedPolicy, publishCreated, publishDeleted } from '../api/policies/policy-changes.ts'
import { DEMO_USER_AGENT } from '../api/setup/steps.ts'
import type { PolicyRecord } from '../api/store/policy-store.ts'
import type { Store } from '../api/store/store.ts'
import type { Tenant } from '../api/store/tenant-store.ts'
import { isProxyEncrypted } from '../config/listen.ts'
import type { Settings } from '../config/settings.ts'
import { WeirError } from '../core/errors.ts'
import { isLoopbackHost, reachableHost } from '../core/network/address-list.ts'
import { formatHost } from '../core/network/host-name.ts'
import { referenceOf } from '../core/reference.ts'
import type { Command, Result } from './command.ts'
import { audited, withStore } from './with-store.ts'

const NAME = 'Demo: no bank accounts'
/** The IBAN registry's example for France, which belongs to no account. */
const PROMPT = 'Refund to FR76 3000 6000 0112 3456 7890 189'
const SERVICE = 'https://api.openai.com/v1/chat/completions'
/** Without live updates the proxy asks for changes at least every 30 seconds. */
const IN_FORCE_WITHIN_MS = 40_000
const ANSWER_WITHIN_MS = 20_000
const LOOK_MS = 100
const REMOVE = 'npm run admin -- demo --remove'

class DemoError extends WeirError {
  constructor(message: string, cause?: unknown) {
    super('ERR_DEMO', message, { cause })
  }
}

export const demo: Command = {
  name: 'demo',
  summary:
    'Shows a block: creates a policy on IBANs, and sends a prompt with an IBAN through the running proxy; then deletes the policy.',
  options: [
    { name: 'keep', meaning: 'leaves that policy in force' },
    { name: 'remove', meaning: 'deletes a policy that was kept' },
  ],
  needsDatabase: true,
  run: (call) =>
    withStore(call.settings, async (store) => {
      // The proxy beside the API works for the first tenant.
      const [tenant] = await store.tenants.list()
      if (tenant === undefined) throw new DemoError('There is no tenant yet: start Weir first')
      const known = await findPolicy(store, tenant)
      if (call.has('remove')) return remove(store, tenant, known)
      const policy = known ?? (await create(store, tenant))
      try {
        return await show(call.settings, policy, call.has('keep'))
      } finally {
        // Otherwise the policy would keep refusing prompts after the demonstration.
        if (!call.has('keep')) await remove(store, tenant, policy)
      }
    }),
}

async function show(settings: Settings, policy: PolicyRecord, isKept: boolean): Promise<Result> {
  if (!policy.enabled) throw new DemoError(`The policy "${NAME}" is disabled: enable it, or ${REMOVE}`)
  const proxy = proxyUrl(settings)
  await untilInForce(settings, policy)
  const answer = await sendPrompt(settings, proxy)
  const page = consoleUrl(settings, answer.reference)
  const look = page === undefined ? '' : `Look:    ${page}\n`
  const rest = isKept ? `To remove the policy: ${REMOVE}` : 'The policy is removed again; --keep would keep it.'
  const text = `Policy:  ${NAME} (block what holds an IBAN)
Prompt:  ${PROMPT}
Sent to: ${SERVICE} through ${proxy}
Answer:  ${answer.status} ${answer.body.trim()}

Nothing of it reached the service. The record and its alert stay, to be looked at. ${rest}
${look}`
  return {
    text,
    json: {
      policy_id: policy.id,
      proxy,
      service: SERVICE,
      prompt: PROMPT,
      kept: isKept,
      console: page ?? null,
      ...answer,
    },
  }
}

async function findPolicy(store: Store, tenant: Tenant): Promise<PolicyRecord | undefined> {
  const sort = { field: 'created_at', descending: false } as const
  const { items } = await store.policies.list(tenant.id, {}, sort, { offset: 0, limit: 10_000 })
  return items.find(({ name }) => name === NAME)
}

async function create(store: Store, tenant: Tenant): Promise<PolicyRecord> {
  const now = new Date().toISOString()
  const policy = await store.policies.insert(
    {
      id: randomUUID(),
      tenant_id: tenant.id,
      name: NAME,
      description: `Created by "npm run admin -- demo"; "${REMOVE}" deletes it.`,
      rules: { action: 'block', conditions: [{ field: 'classifications', operator: 'contains', value: 'IBAN' }] },
      priority: 0,
      enabled: true,
      created_at: now,
      updated_at: now,
      created_by: 'command line',
    },
    audited<PolicyRecord>(store, (made) => auditedPolicy('policy.created', made), publishCreated),
  )
  return policy
}

async function remove(store: Store, tenant: Tenant, policy: PolicyRecord | undefined): Promise<Result> {
  if (policy === undefined) return { text: 'There is no such policy\n', json: { removed: false } }
  const effects = audited<PolicyRecord>(store, (gone) => auditedPolicy('policy.deleted', gone), publishDeleted)
  await store.policies.delete(tenant.id, policy.id, undefined, effects)
  return { text: `Removed: ${NAME}\n`, json: { removed: true } }
}

function proxyUrl(settings: Settings): string {
  const { proxyHost, proxyPort } = settings
  if (proxyPort === 0) throw new DemoError('WEIR_PROXY_PORT is 0, so only the running proxy knows its port')
  const host = reachableHost(proxyHost)
  // By name: undici would send an address as a server name, which TLS does not allow.
  if (isProxyEncrypted(settings)) return `https://${isLoopbackHost(host) ? 'localhost' : formatHost(host)}:${proxyPort}`
  return `http://${formatHost(host)}:${proxyPort}`
}

/** Where the console shows the record; undefined if only the running API knows its port. */
function consoleUrl(
  { publicUrl, apiHost, apiPort, apiTls, apiTlsCert }: Settings,
  reference: string,
): string | undefined {
  const scheme = apiTls === 'off' && apiTlsCert === undefined ? 'http' : 'https'
  const local = apiPort === 0 ? undefined : `${scheme}://${formatHost(reachableHost(apiHost))}:${apiPort}`
  const origin = publicUrl?.href.replace(/\/$/, '') ?? local
  return origin === undefined ? undefined : `${origin}/find?reference=${reference}`
}

/** Waits until the policy is in force, which the proxy's copy on disk shows; an earlier prompt would reach the service. */
async function untilInForce({ dataDir }: Settings, { id }: PolicyRecord): Promise<void> {
  const deadline = performance.now() + IN_FORCE_WITHIN_MS
  while (!policiesInForce(dataDir).includes(id)) {
    if (performance.now() > deadline) {
      throw new DemoError(`The policy is not in force at a proxy on ${dataDir}: is a proxy running there (npm start)?`)
    }
    await sleep(LOOK_MS)
  }
}

function policiesInForce(dataDir: string): string {
  try {
    return readFileSync(join(dataDir, 'policies.json'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

async function sendPrompt(
  settings: Settings,
  proxy: string,
): Promise<{ status: number; body: string; reference: string }> {
  const ca = readFileSync(join(settings.dataDir, 'ca.pem'), 'utf8')
  const proxyTls = { ca: settings.proxyTlsCert ?? ca, allowPartialTrustChain: true }
  const dispatcher = new ProxyAgent({ uri: proxy, proxyTls, requestTls: { ca } })
  try {
    const answer = await fetch(SERVICE, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': DEMO_USER_AGENT },
      body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content: PROMPT }] }),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
    const body = await answer.text()
    const id = answer.headers.get('x-weir-interaction') ?? ''
    if (answer.headers.get('x-weir-action') === 'block')
      return { status: answer.status, body, reference: referenceOf(id) }
    throw new DemoError(`The prompt was not blocked: ${answer.status} ${body.slice(0, 500)}`)
  } catch (error) {
    if (error instanceof DemoError) throw error
    const { message } = rootOf(error as Error)
    throw new DemoError(
      message.includes('(407)')
        ? `The proxy at ${proxy} asks who uses it (WEIR_PROXY_AUTH), and the demonstration is nobody that it knows: send the prompt of README.md with curl, and a person's proxy token in the address of the proxy`
        : `No answer through the proxy at ${proxy}: ${message}`,
      error,
    )
  } finally {
    await dispatcher.close()
  }
}

/** What began it: undici says only there what a proxy answered. */
function rootOf(error: Error): Error {
  return error.cause instanceof Error ? rootOf(error.cause) : error
}
