import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { JudgedPrompt } from '../decide/judged-prompt.ts'
import { type Enforcement, rule } from '../decide/ruling.ts'
import { RequestError } from '../errors.ts'
import type { PolicySource } from '../feeds/policies/policy-source.ts'
import { checkFraming } from '../http/framing.ts'
import { pathOf, readTarget } from '../http/request-target.ts'
import type { InterceptedConnection } from '../intercept/interceptor.ts'
import { passUpgrade } from '../passthrough/pass-upgrade.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import { describeError } from '../respond/describe-error.ts'
import { endSocket, writeProxyError } from '../respond/error-page.ts'
import { upgradeRefusal } from '../respond/send.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog, RequestTrace } from '../telemetry/proxy-log.ts'
import type { Dial } from '../upstream/dial.ts'
import type { DialTls } from '../upstream/dial-tls.ts'

interface Options {
  readonly catalogue: Catalogue
  readonly policies: PolicySource
  readonly promptLog: PromptLog
  readonly dial: Dial
  readonly dialTls: DialTls
  readonly settings: Enforcement & { readonly contact: string }
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
}

/** RFC 9110 section 15.5.22. */
const UPGRADE_REQUIRED = 426

/**
 * Upgrades to AI services (WebSockets and others). What is said on them is not inspected, so WEIR_FAIL_MODE decides: closed
 * refuses with 426, at which clients such as Codex go on over plain HTTP, where they are inspected; open lets the bytes pass.
 */
export class UpgradeGate {
  readonly #options: Options
  readonly #open = new Set<Duplex>()

  constructor(options: Options) {
    this.#options = options
  }

  async handle(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    connection: InterceptedConnection,
  ): Promise<void> {
    socket.on('error', () => socket.destroy())
    this.#open.add(socket)
    socket.once('close', () => this.#open.delete(socket))
    const { log, promptLog, settings } = this.#options
    const client = connection.client.address
    let trace: RequestTrace | undefined
    try {
      checkFraming(request)
      const judged = this.#judge(request, connection)
      trace = log.begin(judged.platform.id, client)
      trace.judged(judged, undefined)
      promptLog.record(judged)
      if (judged.ruling.refusedBy !== undefined) {
        endSocket(socket, upgradeRefusal(judged, settings.contact))
        trace.finish({ status: UPGRADE_REQUIRED, complete: true })
      } else {
        await this.#pass(request, socket, head, connection)
        trace.finish({ status: undefined, complete: true })
      }
    } catch (error) {
      const described = describeError(error as Error)
      writeProxyError(socket, described)
      trace?.failed(described.code)
      trace?.finish({ status: described.status, complete: true })
      if (trace === undefined) log.failed(error as Error, { client, ...connection.target })
    }
  }

  /** Ends what passes: the HTTP server no longer knows of these sockets. */
  close(): void {
    for (const socket of this.#open) socket.destroy()
  }

  #judge(request: IncomingMessage, connection: InterceptedConnection): JudgedPrompt {
    const { catalogue, policies, settings, metrics } = this.#options
    const target = readTarget(request, connection)
    const platform = catalogue.platformFor(connection.target.host)
    if (platform === undefined) throw new RequestError(421, `${connection.target.host} is not intercepted`)
    const facts = {
      platform_id: platform.id,
      risk_score: 0,
      classifications: [],
      source: 'proxy',
      direction: 'outbound',
      user_id: null,
    } as const
    const ruling = rule(facts, { status: 'none', reason: 'unsupported_upgrade' }, policies.current(), settings)
    metrics.requests.inc({ platform: platform.id, action: ruling.action })
    metrics.inspections.inc({ status: ruling.inspection.status, reason: ruling.inspection.reason ?? '' })
    const inspection = { status: 'none', operation: 'upgrade' } as const
    return { id: randomUUID(), connection, platform, target, inspection, ruling, body: Buffer.alloc(0) }
  }

  async #pass(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    connection: InterceptedConnection,
  ): Promise<void> {
    const { target, scheme } = connection
    const upstream = await (scheme === 'https' ? this.#options.dialTls(target) : this.#options.dial(target))
    if (socket.destroyed) {
      upstream.destroy()
      return
    }
    const path = pathOf(request.url ?? '/', connection)
    await passUpgrade({ request, path, client: socket, head, upstream, isIntercepted: () => false })
  }
}
