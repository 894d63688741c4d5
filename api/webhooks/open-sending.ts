import { operatorRoots, trustedRoots } from '../../certs/trust.ts'
import type { Settings } from '../../config/settings.ts'
import { VERSION } from '../../config/version.ts'
import type { NamedKeys } from '../store/named-keys.ts'
import { checkWebhookUrl } from './receiver/check-webhook-url.ts'
import { ownListeners } from './receiver/own-listeners.ts'
import { ReceiverGuard } from './receiver/receiver-guard.ts'
import type { Resolve } from './receiver/resolve.ts'
import { systemResolver } from './receiver/system-resolver.ts'
import { Sealer } from './sealing.ts'
import { HttpsAttemptSender } from './send/attempt-sender.ts'

export interface SendingOptions {
  readonly settings: Pick<Settings, 'webhookAllowCidrs' | 'webhookPorts' | 'webhookTimeoutMs' | 'webhookCa'>
  /** What the secrets of webhooks are sealed with. */
  readonly keys: NamedKeys
  readonly now: () => Date
  /** What Weir listens on by now. */
  readonly ownPorts: () => ReadonlySet<number>
  /** The system's, if not given. */
  readonly resolve?: Resolve
}

/** What webhooks share: the routes set URLs and secrets with it, the dispatcher sends with it. */
export interface Sending {
  readonly sender: HttpsAttemptSender
  readonly sealer: Sealer
  /** Checks the URL of a webhook when it is set. @throws ReceiverError */
  readonly checkUrl: (url: string) => Promise<void>
}

/** @throws CertificateError for a malformed WEIR_WEBHOOK_CA */
export function openSending({ settings, keys, now, ownPorts, resolve = systemResolver() }: SendingOptions): Sending {
  const guard = new ReceiverGuard({
    allowCidrs: settings.webhookAllowCidrs,
    ports: settings.webhookPorts,
    isOwn: ownListeners(ownPorts),
  })
  const sealer = new Sealer(keys)
  const operators = operatorRoots(settings.webhookCa, 'WEIR_WEBHOOK_CA')
  const sender = new HttpsAttemptSender({
    guard,
    resolve,
    sealer,
    roots: () => trustedRoots(operators),
    timeoutMs: settings.webhookTimeoutMs,
    version: VERSION,
    now,
  })
  return { sender, sealer, checkUrl: (url) => checkWebhookUrl(url, { guard, resolve }) }
}
