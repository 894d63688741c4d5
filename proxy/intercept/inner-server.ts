import { createServer, type Server } from 'node:http'
import { limits } from '../limits.ts'

interface Patience {
  readonly headersTimeout: number
  readonly requestTimeout: number
  /** How often slow clients are looked for. */
  readonly connectionsCheckingInterval: number
}

const PATIENCE: Patience = {
  headersTimeout: limits.headersTimeout,
  requestTimeout: limits.requestTimeout,
  connectionsCheckingInterval: 30_000,
}

/** An HTTP server that never listens: intercepted connections are handed to it. */
export function createInnerServer(patience: Patience = PATIENCE): Server {
  const server = createServer({
    ...patience,
    maxHeaderSize: limits.headerBytes,
    keepAliveTimeout: limits.clientIdleTimeout,
    requireHostHeader: false,
  })
  // Only at this event does Node begin to look for clients that are too slow.
  server.emit('listening')
  return server
}
