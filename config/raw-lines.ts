import type { Logger } from 'pino'

/** Writes a line of level `info`. @param fields of JSON, as they stand in the line, each with a comma before it */
export type WriteInfo = (fields: string, message: string) => void

const writers = new WeakMap<object, WriteInfo>()

/** How pino begins a line, and what it puts behind the time. */
const LINE = /^(\{"level":30,"time":)\d+(,.*)\}\n$/

/**
 * Lets what writes a line with each request make it itself: pino goes over the fields one by one without knowing them, which costs three
 * times as much.
 * @param probe a line of `info` that pino wrote with this logger's options, without fields and message
 */
export function keepWriter(logger: Logger, probe: string, write: (line: string) => void): void {
  const [, begin, rest] = LINE.exec(probe) ?? []
  if (begin === undefined || rest === undefined) return
  let time = 0
  let opening = ''
  writers.set(logger, (fields, message) => {
    if (!logger.isLevelEnabled('info')) return
    const now = Date.now()
    // Many lines are of one millisecond, and such a number is longer than those that V8 writes quickly.
    if (now !== time) {
      time = now
      opening = `${begin}${now}${rest}`
    }
    write(`${opening}${fields},"msg":"${message}"}\n`)
  })
}

/** Undefined where the logger's lines are not for programs: then it writes them itself. */
export function writerOf(logger: object): WriteInfo | undefined {
  return writers.get(logger)
}

/** A text as JSON. Most are plain, and need no more than quotes. */
export function quoted(text: string): string {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return JSON.stringify(text)
  }
  return `"${text}"`
}
