import { type Logger, pino } from 'pino'

/** A logger, and every line it has written. */
export function logLines(): { readonly logger: Logger; readonly lines: string[] } {
  const lines: string[] = []
  return { logger: pino({ level: 'debug' }, { write: (line) => lines.push(line) }), lines }
}
