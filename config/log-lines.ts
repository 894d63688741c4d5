/** pino's numbers for its levels (getpino.io, Level Mapping). */
const LEVELS = new Map([
  [10, 'trace'],
  [20, 'debug'],
  [30, 'info'],
  [40, 'WARN'],
  [50, 'ERROR'],
  [60, 'FATAL'],
])
const COLOURS = new Map([
  [40, '\u001b[33m'],
  [50, '\u001b[31m'],
  [60, '\u001b[31m'],
])
const DIM = '\u001b[2m'
const RESET = '\u001b[0m'
/** Fields that a person at a terminal does not need. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'name', 'msg', 'err', 'request_id'])
const MAX_VALUE = 300

interface LogLine {
  readonly level: number
  readonly time: number
  readonly name?: string
  readonly msg?: string
  readonly err?: { readonly message?: string; readonly stack?: string }
  readonly [field: string]: unknown
}

/**
 * A log line as people read it: `10:02:03 WARN proxy: live updates of policies are off  code=1006`. A line that is no JSON
 * of pino's stays as it is.
 */
export function readableLine(json: string, options: { readonly colours: boolean }): string {
  const line = parseLine(json)
  if (line === undefined) return json
  const level = (LEVELS.get(line.level) ?? String(line.level)).padEnd(5)
  const time = new Date(line.time).toTimeString().slice(0, 8)
  const fields = Object.entries(line)
    .filter(([name, value]) => !LEFT_OUT.has(name) && value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')
  const details = [fields, line.err?.message ?? ''].filter((part) => part !== '').join(' ')
  const who = line.name === undefined ? '' : `${line.name}: `
  const paint = (colour: string | undefined, text: string) =>
    options.colours && colour !== undefined && text !== '' ? colour + text + RESET : text
  const stack = line.level >= 50 && line.err?.stack !== undefined ? `\n${indent(line.err.stack)}` : ''
  return `${paint(DIM, time)} ${paint(COLOURS.get(line.level), level)} ${who}${printable(line.msg ?? '')}${
    details === '' ? '' : `  ${paint(DIM, printable(details))}`
  }${printable(stack)}\n`
}

function parseLine(json: string): LogLine | undefined {
  try {
    const line = JSON.parse(json) as LogLine
    return typeof line?.level === 'number' && typeof line.time === 'number' ? line : undefined
  } catch {
    return undefined
  }
}

function shown(value: unknown): string {
  const text = typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

/** Text from outside must not move a terminal's cursor. In JSON these characters are escaped. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, '?')
}

function indent(stack: string): string {
  return stack
    .split('\n')
    .slice(1)
    .map((line) => `    ${line.trim()}`)
    .join('\n')
}
