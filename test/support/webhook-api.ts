import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Delivery, WebhookWithSecret } from '../../core/model/webhook.ts'
import { type ApiOptions, type RequestOptions, startTestApi, type TestApi } from './api.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'
import type { Answer } from './upstream.ts'
import { newReceiverCa, startReceiver, type WebhookReceiver } from './webhook-receiver.ts'
import { until } from './wire.ts'

export interface WebhookApi {
  readonly api: TestApi
  readonly receiver: WebhookReceiver
  /** Of the receiver, without a path. */
  readonly origin: string
}

/** An API and one receiver on loopback that it may deliver to, over verified TLS. */
export async function startWebhookApi(
  scope: Scope,
  { answer, ...options }: ApiOptions & { readonly answer?: Answer } = {},
): Promise<WebhookApi> {
  const ca = newReceiverCa()
  const receiver = await startReceiver(scope, { ca, names: ['localhost'], ...(answer !== undefined && { answer }) })
  const file = join(temporaryFolder(scope), 'receiver-ca.pem')
  writeFileSync(file, ca.certificate.toString())
  const env = { WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8', WEIR_WEBHOOK_CA: file, ...options.env }
  const api = await startTestApi(scope, { ...options, env })
  return { api, receiver, origin: `https://localhost:${receiver.port}` }
}

/** An error as it is answered. */
export interface Failure {
  readonly error: string
  readonly details?: readonly { readonly path: string; readonly message: string }[]
}

export type Deliveries = { deliveries: Delivery[]; total: number }

/** The same, with what administrators do with webhooks. */
export async function startWebhooks(t: ExecutionContext, options: Parameters<typeof startWebhookApi>[1] = {}) {
  const { api, receiver, origin } = await startWebhookApi(t, options)
  const ask = <T>(method: string, path: string, request: RequestOptions = {}) =>
    api.request<T>(method, path, { token: api.admin, ...request })
  const create = async (changes: object = {}) => {
    const json = { url: `${origin}/hook`, events: ['policy.created'], ...changes }
    const answer = await ask<WebhookWithSecret>('POST', '/webhooks', { json })
    t.is(answer.status, 201, answer.text)
    return answer.json
  }
  const createPolicy = (name: string) =>
    ask('POST', '/policies', { json: { name, rules: { action: 'log', conditions: [] } } })
  const settled = async (id: string, count: number) => {
    let list: Deliveries = { deliveries: [], total: 0 }
    await until(
      async () => {
        list = (await ask<Deliveries>('GET', `/webhooks/${id}/deliveries`)).json
        return list.total === count && list.deliveries.every(({ state }) => state !== 'pending')
      },
      () => JSON.stringify(list),
    )
    return list.deliveries
  }
  const auditText = async () => (await ask('GET', '/audit-log?target_type=webhook')).text
  return { api, receiver, origin, ask, create, createPolicy, settled, auditText }
}
