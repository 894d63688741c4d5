import { isatty } from 'node:tty'
import { type Logger, pino } from 'pino'
import { LineBuffer } from './line-buffer.ts'
import { readableLine } from './log-lines.ts'
import { keepWriter } from './raw-lines.ts'
import { type Settings, settingMeantBy } from './settings.ts'

const STDOUT = 1

type LogSettings = Pick<Settings, 'logLevel' | 'logFormat'>

/** Whether a person reads what is printed. */
export function isForPeople({ logFormat }: Pick<Settings, 'logFormat'>): boolean {
  return logFormat === 'pretty' || (logFormat === 'auto' && isatty(STDOUT))
}

/**
 * The log of one part of Weir, on standard output. Each thread writes by itself: piping through the main thread would
 * lose the last lines of a crash.
 */
export function openLogger(name: string, settings: LogSettings): Logger {
  const options = { name, level: settings.logLevel, serializers: { err: serializedError } }
  const output = pino.destination({ fd: STDOUT, sync: true })
  if (!isForPeople(settings)) {
    const lines = new LineBuffer((text) => output.write(text))
    const logger = pino(options, lines)
    pino({ ...options, level: 'info' }, { write: (line) => keepWriter(logger, line, (info) => lines.add(info)) }).info(
      {},
    )
    return logger
  }
  const colours = isatty(STDOUT) && process.env.NO_COLOR === undefined
  return pino(options, { write: (line: string) => output.write(readableLine(line, { colours })) })
}

/** As pino writes errors, but without the message of a cause twice where the error's own has it. */
function serializedError(error: unknown): unknown {
  const { err } = pino.stdSerializers
  if (!(error instanceof Error)) return error
  const { message, cause } = error
  const isRepeated = cause instanceof Error && message.includes(cause.message)
  return isRepeated ? { ...err(error), message } : err(error)
}

/** Says which variables no setting has: most likely they are misspelt. And which one of Node's own is dangerous. */
export function warnOfUnknown(settings: Pick<Settings, 'unknownVariables'>, logger: Logger): void {
  if (process.env.NODE_TLS_REJECT_UNAUTHORIZED === '0') {
    logger.warn(
      { variable: 'NODE_TLS_REJECT_UNAUTHORIZED' },
      'this variable asks for no verification of certificates: Weir verifies services, its API and a parent proxy all the same; remove it',
    )
  }
  for (const variable of settings.unknownVariables) {
    const meant = settingMeantBy(variable)
    const question = meant === undefined ? '' : `; did you mean ${meant}?`
    logger.warn({ variable, did_you_mean: meant }, `no setting has this name${question}`)
  }
}
