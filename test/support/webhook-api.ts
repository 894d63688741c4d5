import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ApiOptions, startTestApi, type TestApi } from './api.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'
import type { Answer } from './upstream.ts'
import { newReceiverCa, startReceiver, type WebhookReceiver } from './webhook-receiver.ts'

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
