import { optional, required } from './definition.ts'
import * as parse from './parsers.ts'

const FORMATS = ['cef', 'json', 'ocsf'] as const

/** RFC 5424, 6.2.1: the names that syslog.conf uses, in the order of their numbers. */
export const SYSLOG_FACILITIES = [
  ...['kern', 'user', 'mail', 'daemon', 'auth', 'syslog', 'lpr', 'news', 'uucp', 'cron', 'authpriv', 'ftp'],
  ...['ntp', 'security', 'console', 'solaris-cron'],
  ...['local0', 'local1', 'local2', 'local3', 'local4', 'local5', 'local6', 'local7'],
] as const

/** How events reach those who listen and those who keep them, besides webhooks. */
export const EVENT_DEFINITIONS = {
  proxySilentMinutes: required(
    'WEIR_PROXY_SILENT_MINUTES',
    '5',
    parse.integer(1, 1440),
    'a number of minutes from 1 to 1440',
    'a proxy that has not reported to the API for so long, and has not said that it ends, raises an alert. Proxies report every 30 seconds',
  ),
  liveResumeSeconds: required(
    'WEIR_LIVE_RESUME_SECONDS',
    '300',
    parse.integer(0, 3600),
    'a number of seconds from 0 to 3600',
    'how long a disconnected client of /ws can reconnect and still get the events that it missed',
  ),
  liveResumeEvents: required(
    'WEIR_LIVE_RESUME_EVENTS',
    '10000',
    parse.integer(1, 100_000),
    'a number from 1 to 100000',
    'the number of events of a tenant that are kept for reconnecting clients, in memory or in Redis',
  ),
  liveConnections: required(
    'WEIR_LIVE_CONNECTIONS',
    '1000',
    parse.integer(1, 1_000_000),
    'a number from 1 to 1000000',
    'the number of clients of /ws that a tenant may have at each API process. Viewers may have half of them, and viewers and service tokens nine tenths',
  ),
  liveConnectionsUser: required(
    'WEIR_LIVE_CONNECTIONS_USER',
    '100',
    parse.integer(1, 1_000_000),
    'a number from 1 to 1000000',
    'the same for one user',
  ),
  liveConnectionsToken: required(
    'WEIR_LIVE_CONNECTIONS_TOKEN',
    '250',
    parse.integer(1, 1_000_000),
    'a number from 1 to 1000000',
    'the same for one service token, which several proxies may share',
  ),
  syslogUrl: optional(
    'WEIR_SYSLOG_URL',
    syslogUrl,
    'udp://host:port, tcp://host:port or tls://host:port',
    'the syslog server that every event is sent to',
  ),
  syslogFormat: required(
    'WEIR_SYSLOG_FORMAT',
    'cef',
    parse.oneOf(...FORMATS),
    'cef, json or ocsf',
    'the format of events for syslog',
  ),
  syslogCa: optional(
    'WEIR_SYSLOG_CA',
    parse.certificates,
    'the path of a file with PEM certificates',
    'CA certificates that a tls:// syslog server is verified against, besides the usual roots',
  ),
  syslogFacility: required(
    'WEIR_SYSLOG_FACILITY',
    'local0',
    parse.oneOf(...SYSLOG_FACILITIES),
    `one of ${SYSLOG_FACILITIES.join(', ')}`,
    'the syslog facility of the messages',
  ),
  eventFile: optional('WEIR_EVENT_FILE', parse.path, 'a path', 'the file that every event is appended to'),
  eventFileFormat: required(
    'WEIR_EVENT_FILE_FORMAT',
    'json',
    parse.oneOf(...FORMATS),
    'cef, json or ocsf',
    'the format of events in the file',
  ),
  eventMinSeverity: required(
    'WEIR_EVENT_MIN_SEVERITY',
    'low',
    parse.oneOf('low', 'medium', 'high', 'critical'),
    'low, medium, high or critical',
    'less severe events are sent neither to syslog nor to the file; docs/siem.md lists the severity of each event',
  ),
  eventQueue: required(
    'WEIR_EVENT_QUEUE',
    '10000',
    parse.integer(1, 1_000_000),
    'a number from 1 to 1000000',
    'the number of events that may wait in memory for syslog, and for the file; beyond it, the oldest is dropped',
  ),
} as const

/** The default ports are those of RFC 5426 (UDP and, by custom, TCP) and RFC 5425 (TLS). */
function syslogUrl(raw: string): URL {
  if (!URL.canParse(raw)) throw new parse.ValueError()
  const url = new URL(raw)
  const isPlain = url.username + url.password + url.search + url.hash === '' && /^\/?$/.test(url.pathname)
  if (!['udp:', 'tcp:', 'tls:'].includes(url.protocol) || url.hostname === '' || url.port === '0' || !isPlain) {
    throw new parse.ValueError()
  }
  if (url.port === '') url.port = url.protocol === 'tls:' ? '6514' : '514'
  return url
}
