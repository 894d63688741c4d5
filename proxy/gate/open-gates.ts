import type { Settings } from '../../config/settings.ts'
import { Answers } from '../answers/answers.ts'
import type { Banner } from '../banner/open-banner.ts'
import { Decider } from '../decide/decide.ts'
import { RefusedTurns } from '../decide/refused-turns.ts'
import type { Exchanger } from '../http/exchange.ts'
import type { Inspector } from '../inspection/inspector.ts'
import { limits } from '../limits.ts'
import type { Admission } from '../listen/admission.ts'
import type { TunnelPatience } from '../passthrough/tunnel.ts'
import type { Catalogue } from '../platforms/catalogue.ts'
import type { PromptLog } from '../record/prompt-log.ts'
import type { ProxyMetrics } from '../telemetry/metrics.ts'
import type { ProxyLog } from '../telemetry/proxy-log.ts'
import { BannerGate, type MaskReason } from './banner-gate.ts'
import { CoachLines } from './coach-lines.ts'
import { DropTurns } from './drop-turns.ts'
import { Gate } from './gate.ts'
import { Notifier } from './notifier.ts'
import { SocketGate } from './socket-gate.ts'
import { TenantRestrictions } from './tenant-restrictions.ts'
import { UpgradeGate } from './upgrade-gate.ts'

type DeciderOptions = ConstructorParameters<typeof Decider>[0]

interface Options extends Pick<DeciderOptions, 'policies' | 'detectors' | 'exceptions' | 'now' | 'verdicts'> {
  readonly settings: Settings
  readonly catalogue: Catalogue
  readonly inspector: Pick<Inspector, 'inspect'>
  readonly promptLog: PromptLog
  readonly exchanger: Exchanger
  readonly admission: Pick<Admission, 'bytes' | 'websockets' | 'banners'>
  readonly patience: TunnelPatience
  readonly metrics: ProxyMetrics
  readonly log: ProxyLog
  readonly onFault: (error: Error) => void
  /** Undefined if WEIR_BANNER is off. */
  readonly banner: Banner | undefined
  /** Undefined if nobody is told anything beside headers. */
  readonly telling: Pick<Banner, 'board' | 'countLine'> | undefined
  readonly maskReason: MaskReason
}

export interface Gates {
  /** Undefined if WEIR_ANSWERS is off. */
  readonly answers: Answers | undefined
  readonly gate: Gate
  readonly socketGate: SocketGate
  readonly upgradeGate: UpgradeGate
  readonly bannerGate: BannerGate
}

/** The ways of a request to an AI service: plain ones, WebSockets, and upgrades to other protocols. */
export function openGates(options: Options): Gates {
  const { settings, policies, detectors, exceptions, now, verdicts, admission } = options
  const sources = { policies, detectors, exceptions, now, verdicts, reasons: options.banner?.reasons }
  const decider = new Decider({ ...sources, settings })
  const held = admission.bytes
  const answers = settings.answers === 'on' ? new Answers({ ...options, decider, held }) : undefined
  const restrictions = new TenantRestrictions(settings)
  const refusedTurns = verdicts && new RefusedTurns(verdicts.kept, verdicts.key)
  const dropTurns = settings.dropBlockedTurns === 'on' && refusedTurns ? new DropTurns(refusedTurns) : undefined
  const { banner } = options
  const notifier = banner && new Notifier({ board: banner.board, reasons: banner.reasons, contact: settings.contact })
  const documents = banner?.documents
  const { telling } = options
  const coachLines =
    settings.coachInAnswer === 'on' && telling
      ? new CoachLines({ board: telling.board, held, contact: settings.contact, count: telling.countLine })
      : undefined
  const shared = { ...options, decider, held, answers, restrictions, dropTurns, notifier, documents, coachLines }
  return {
    answers,
    gate: new Gate(shared),
    upgradeGate: new UpgradeGate(shared),
    bannerGate: new BannerGate({
      ...{ catalogue: options.catalogue, banner, streams: admission.banners, held, now },
      maskReason: options.maskReason,
    }),
    socketGate: new SocketGate({
      ...shared,
      refuser: new Decider({
        ...sources,
        settings: { ...settings, failMode: 'closed', enforcement: 'enforce' },
      }),
      settings: {
        ...{ contact: settings.contact, webSocket: settings.webSocket, handshakeMs: settings.webSocketHandshakeMs },
        ...{ maxMessageBytes: settings.webSocketMessageBytes, messagesPerSecond: settings.webSocketMessagesPerSecond },
        ...{ idleMs: settings.tunnelIdleMs, messageMs: settings.clientBodyMs, takingMs: limits.clientTakingTimeout },
      },
      sockets: admission.websockets,
    }),
  }
}
