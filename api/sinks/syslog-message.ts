import { hostname } from 'node:os'
import { SYSLOG_FACILITIES } from '../../config/event-definitions.ts'
import type { Severity } from '../../core/model/alert.ts'
import type { SinkEvent } from './format.ts'
import { severityOf } from './severity.ts'

/** RFC 5424, 6.2.1: 2 critical, 4 warning, 5 notice, 6 informational. */
const SEVERITY: Readonly<Record<Severity, number>> = { low: 6, medium: 5, high: 4, critical: 2 }

const BOM = '\ufeff'
const NIL = '-'

type Facility = (typeof SYSLOG_FACILITIES)[number]

export interface SyslogHeader {
  readonly facility: Facility
  readonly host: string
  readonly processId: number
}

export function syslogHeader(facility: Facility): SyslogHeader {
  return { facility, host: printable(hostname(), 255), processId: process.pid }
}

/** One message as RFC 5424 wants it, without any framing. */
export function syslogMessage(event: SinkEvent, text: string, { facility, host, processId }: SyslogHeader): string {
  const priority = SYSLOG_FACILITIES.indexOf(facility) * 8 + SEVERITY[severityOf(event)]
  const head = `<${priority}>1 ${event.timestamp} ${host} weir ${processId} ${event.event_type} ${NIL}`
  // RFC 5424, 6.4: text that is UTF-8 and not plain ASCII begins with a byte order mark.
  return `${head} ${/[^\x00-\x7f]/.test(text) ? BOM : ''}${text}`
}

/** RFC 6587, 3.4.1, as RFC 5425 asks for it too: the length in bytes, a blank, the message. */
export function countOctets(message: string): string {
  return `${Buffer.byteLength(message)} ${message}`
}

/** RFC 5424, 6: PRINTUSASCII. */
function printable(text: string, maxLength: number): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, maxLength) || NIL
}
