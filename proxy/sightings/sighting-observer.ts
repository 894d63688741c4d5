import type { RefusingClients } from '../intercept/refusing-clients.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { SightingReporter } from './sighting-reporter.ts'
import type { FailedHandshake } from './watch-handshakes.ts'

interface Options {
  /** The id of the AI service behind a host, intercepted or not. */
  readonly serviceAt: (host: string) => string | undefined
  readonly reporter: Pick<SightingReporter, 'add'>
  readonly metrics: Pick<
    ProxyMetrics,
    'tunnelledAi' | 'upstreamHandshakeFailures' | 'certificateRefusals' | 'passedClients'
  >
  readonly refusing: RefusingClients
}

/** Notices the use of AI services without a prompt to read: traffic that is not decrypted, and connections without a request. */
export class SightingObserver {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /** Traffic with a host passes unread. @returns whether an AI service is there */
  unread(host: string): boolean {
    const { serviceAt, reporter, metrics } = this.#options
    const platform = serviceAt(host)
    if (platform === undefined) return false
    metrics.tunnelledAi.inc({ platform })
    reporter.add({ platform_id: platform, kind: 'tunnelled', host })
    return true
  }

  /** A client has not taken our certificate for a host. @returns whether it passes through from now on */
  certificateRefused(reason: string, client: string, host: string): boolean {
    const { reporter, metrics, refusing } = this.#options
    const { platform, clients, isPassing } = refusing.refused(client, host)
    if (platform === undefined) return false
    metrics.certificateRefusals.inc({ platform, reason })
    reporter.add({ platform_id: platform, kind: 'client_refused', host, reason, clients })
    if (isPassing) {
      metrics.passedClients.inc()
      reporter.add({ platform_id: platform, kind: 'client_passed', host, reason })
    }
    return isPassing
  }

  handshakeFailed({ host, failure, reason }: FailedHandshake): void {
    const { serviceAt, reporter, metrics } = this.#options
    const platform = serviceAt(host)
    if (platform === undefined) return
    metrics.upstreamHandshakeFailures.inc({ platform, failure })
    reporter.add({ platform_id: platform, kind: 'handshake_failed', host, reason })
  }
}
