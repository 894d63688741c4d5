import type { Server } from 'node:https'
import type { Logger } from 'pino'
import type { Credentials } from './tls.ts'

/** A machine gets a new address while it runs: a laptop on another network, a container on one more. */
const LOOK_MS = 60_000
const RENEWAL_MS = 24 * 60 * 60 * 1000

interface Options {
  readonly server: Pick<Server, 'setSecureContext'>
  readonly credentials: Credentials
  readonly logger: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Gives the server a new certificate every day, and within a minute where the machine's names or addresses have changed.
 * @returns ends it
 */
export function renewCertificate(options: Options, lookEvery: number = LOOK_MS): () => void {
  const { server, credentials, logger, now } = options
  let names = credentials.names()
  let since = now()
  const timer = setInterval(() => {
    try {
      const current = credentials.names()
      if (current === names && now() - since < RENEWAL_MS) return
      server.setSecureContext(credentials.issue())
      names = current
      since = now()
    } catch (error) {
      logger.error({ err: error, code: 'ERR_CERTIFICATE_RENEWAL' }, 'the API keeps its old certificate')
      since = now()
    }
  }, lookEvery).unref()
  return () => clearInterval(timer)
}
