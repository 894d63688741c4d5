import type { X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import { upstreamRoots } from '../../certs/trust.ts'
import { UPSTREAM_TLS } from '../../certs/upstream-tls.ts'
import type { Settings } from '../../config/settings.ts'
import { UpstreamTlsError } from '../errors.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import { DestinationGuard } from './destination.ts'
import { createDial, type Dial } from './dial.ts'
import { createDialTls, type DialTls } from './dial-tls.ts'
import { type LookupShare, Names, systemLookup } from './names.ts'
import type { Parent } from './parent.ts'

interface Options {
  readonly settings: Settings
  /** Our own CAs: those that were and those that will be too. */
  readonly ownCas: () => readonly X509Certificate[]
  /** Ports that Weir itself listens on; more may be added later. */
  readonly ownPorts: ReadonlySet<number>
  readonly hopId: string
  readonly lookups: LookupShare
  readonly metrics: ProxyMetrics
}

export interface Upstream {
  readonly dial: Dial
  readonly dialTls: DialTls
  readonly parent: Parent | undefined
  /**
   * Takes over WEIR_UPSTREAM_CA, WEIR_UPSTREAM_ROOTS, WEIR_UPSTREAM_EXCEPTIONS and WEIR_DESTINATION_ALLOW_CIDRS for
   * connections made from now on.
   * @throws CertificateError, and then nothing has changed
   */
  reload(settings: UpstreamReload): void
}

type UpstreamReload = Pick<Settings, 'upstreamCa' | 'upstreamRoots' | 'upstreamExceptions' | 'destinationAllowCidrs'>

/** The ways out: to any destination, to one that proves who it is, and to the parent proxy if there is one. */
export function openUpstream({ settings, ownCas, ownPorts, hopId, lookups, metrics }: Options): Upstream {
  const { connectTimeoutMs, upstreamHandshakeMs: handshakeMs } = settings
  const names = new Names({
    lookup: systemLookup,
    share: lookups,
    timeoutMs: settings.lookupTimeoutMs,
    onLookup: (outcome) => metrics.lookups.inc({ outcome }),
  })
  const resolve = names.resolve.bind(names)
  const openContext = (fresh: UpstreamReload) =>
    createSecureContext({ ...UPSTREAM_TLS, ca: upstreamRoots(fresh.upstreamCa, ownCas(), fresh.upstreamRoots) })
  let secureContext = openContext(settings)
  const parent =
    settings.upstreamProxy === undefined
      ? undefined
      : {
          ...{ url: settings.upstreamProxy, hopId, resolve, connectTimeoutMs, handshakeMs },
          get secureContext() {
            return secureContext
          },
        }
  const guard = new DestinationGuard(settings.destinationAllowCidrs, ownPorts)
  const dial = createDial({ connectTo: settings.connectTo, parent, guard, resolve, connectTimeoutMs })
  const openDialTls = ({ upstreamExceptions: exceptions }: UpstreamReload) =>
    countRefusals(
      createDialTls(
        dial,
        {
          ...{ secureContext, ownCas: ownCas(), exceptions, now: () => new Date() },
          asksForStaple: settings.ocspStapling === 'on',
          onException: () => metrics.upstreamExceptions.inc(),
        },
        handshakeMs,
      ),
      metrics,
    )
  let dialTls = openDialTls(settings)
  return {
    dial,
    dialTls: (...asked) => dialTls(...asked),
    parent,
    reload(fresh) {
      secureContext = openContext(fresh)
      guard.allow(fresh.destinationAllowCidrs)
      // A new one, for a session that is resumed is not verified again.
      dialTls = openDialTls(fresh)
    },
  }
}

function countRefusals(dialTls: DialTls, metrics: ProxyMetrics): DialTls {
  return async (...asked) => {
    try {
      return await dialTls(...asked)
    } catch (error) {
      if (error instanceof UpstreamTlsError) metrics.upstreamTlsRefusals.inc({ cause: error.tlsCause })
      throw error
    }
  }
}
