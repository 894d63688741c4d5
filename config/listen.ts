import { createServer } from 'node:net'
import { WeirError } from '../core/errors.ts'

/** Where something listens, and the settings that say so. */
export interface ListenAddress {
  readonly host: string
  readonly port: number
  readonly hostVariable: string
  readonly portVariable: string
}

/** The address is taken, or cannot be listened on. */
export class ListenError extends WeirError {
  constructor({ host, port, hostVariable, portVariable }: ListenAddress, cause: NodeJS.ErrnoException) {
    const reason = cause.code ?? cause.message
    const where = `cannot listen on ${host} port ${port}: ${reason}`
    super(
      'ERR_LISTEN',
      {
        EADDRINUSE: `${portVariable}: ${where}, the port is in use. Stop what uses it, or set another port`,
        EACCES: `${portVariable}: ${where}, this user may not use the port. Set one above 1023`,
        EADDRNOTAVAIL: `${hostVariable}: ${where}, which is no address of this machine`,
        ENOTFOUND: `${hostVariable}: ${where}, the name has no address`,
      }[reason] ?? `${hostVariable}, ${portVariable}: ${where}`,
      { cause },
    )
  }
}

/** Whether clients have to encrypt their connections to the proxy (WEIR_PROXY_TLS). */
export function isProxyEncrypted(settings: {
  readonly proxyTls: 'off' | 'auto'
  readonly proxyTlsCert: string | undefined
}): boolean {
  return settings.proxyTls !== 'off' || settings.proxyTlsCert !== undefined
}

export function apiAddress(settings: { readonly apiHost: string; readonly apiPort: number }): ListenAddress {
  const { apiHost: host, apiPort: port } = settings
  return { host, port, hostVariable: 'WEIR_API_HOST', portVariable: 'WEIR_API_PORT' }
}

export function proxyAddress(settings: { readonly proxyHost: string; readonly proxyPort: number }): ListenAddress {
  const { proxyHost: host, proxyPort: port } = settings
  return { host, port, hostVariable: 'WEIR_PROXY_HOST', portVariable: 'WEIR_PROXY_PORT' }
}

export function transparentAddress(settings: {
  readonly proxyHost: string
  readonly transparentPort?: number | undefined
}): ListenAddress {
  const { proxyHost: host, transparentPort: port = 0 } = settings
  return { host, port, hostVariable: 'WEIR_PROXY_HOST', portVariable: 'WEIR_TRANSPARENT_PORT' }
}

/**
 * Listens for a moment, so that a port in use ends a start before anything else of it has begun.
 * @throws ListenError
 */
export async function tryToListen(address: ListenAddress): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new ListenError(address, error)))
    server.listen(address.port, address.host, resolve)
  })
  await new Promise((resolve) => server.close(resolve))
}
