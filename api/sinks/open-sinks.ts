import type { Logger } from 'pino'
import type { Settings } from '../../config/settings.ts'
import type { EventBus } from '../events/bus.ts'
import type { Metrics } from '../metrics.ts'
import { FileTransport } from './file-transport.ts'
import type { SinkEvent } from './format.ts'
import { FORMATS } from './formats.ts'
import { isAtLeast, mayReach, severityOf } from './severity.ts'
import { Sink, type SinkOptions, type Transport } from './sink.ts'
import { StreamTransport } from './stream-transport.ts'
import { syslogHeader } from './syslog-message.ts'
import { UdpTransport } from './udp-transport.ts'

export interface SinksOptions {
  readonly settings: Pick<
    Settings,
    | 'syslogUrl'
    | 'syslogFormat'
    | 'syslogCa'
    | 'syslogFacility'
    | 'eventFile'
    | 'eventFileFormat'
    | 'eventMinSeverity'
    | 'eventQueue'
  >
  readonly events: EventBus
  readonly metrics: Metrics
  readonly logger: Logger
}

export interface Sinks {
  /** Sends an entry that is not an event, whatever the minimum severity is. */
  add(event: SinkEvent): void
  /** Writes waiting events for a moment. */
  close(): Promise<void>
}

/**
 * Sends the events of this process, of all tenants, to syslog and to a file: where several processes run, each sends its
 * own, and each event goes out once.
 * @throws SettingsError if the file cannot be opened
 */
export async function openSinks({ settings, events, metrics, logger }: SinksOptions): Promise<Sinks> {
  const options = { queueMax: settings.eventQueue, metrics, logger }
  const sinks = (await transportsOf(settings)).map((transport) => new Sink({ ...options, ...transport }))
  const least = settings.eventMinSeverity
  const stops = sinks.map((sink) =>
    events.subscribeAll(
      (event) => {
        if (isAtLeast(severityOf(event), least)) sink.add(event)
      },
      (_tenantId, type) => mayReach(type, least),
    ),
  )
  stops.push(
    events.onInteractionsErased((_tenantId, ids) => {
      for (const sink of sinks) sink.erase(ids)
    }),
  )
  return {
    add(event) {
      for (const sink of sinks) sink.add(event)
    },
    async close() {
      for (const stop of stops) stop()
      await Promise.all(sinks.map((sink) => sink.close()))
    },
  }
}

async function transportsOf(settings: SinksOptions['settings']): Promise<Pick<SinkOptions, 'name' | 'transport'>[]> {
  const { syslogUrl, eventFile } = settings
  const transports: Pick<SinkOptions, 'name' | 'transport'>[] = []
  if (syslogUrl !== undefined) transports.push({ name: 'syslog', transport: syslogTransport(syslogUrl, settings) })
  if (eventFile !== undefined) {
    const transport = await FileTransport.open(eventFile, FORMATS[settings.eventFileFormat])
    transports.push({ name: 'file', transport })
  }
  return transports
}

function syslogTransport(url: URL, settings: SinksOptions['settings']): Transport {
  const options = { url, format: FORMATS[settings.syslogFormat], header: syslogHeader(settings.syslogFacility) }
  if (url.protocol === 'udp:') return new UdpTransport(options)
  return new StreamTransport({ ...options, ca: settings.syslogCa })
}
