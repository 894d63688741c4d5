/** Where and what an error of Weir itself was, without its message: that may repeat what a client sent. */
export interface FaultReport {
  /** Its code, such as ERR_INVARIANT, else its class, such as TypeError. */
  readonly reason: string
  /** The innermost calls first. */
  readonly at: readonly string[]
}

const MAX_FRAMES = 6

export function reportFault(error: unknown): FaultReport {
  if (!(error instanceof Error)) return { reason: typeof error, at: [] }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name
  return { reason: code, at: framesOf(error) }
}

/** V8 puts the message before the calls, and the message may have lines that look like calls. */
function framesOf({ stack = '', message }: Error): string[] {
  const calls = stack.slice(Math.max(0, stack.indexOf(message)) + message.length)
  return calls
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_FRAMES)
}
