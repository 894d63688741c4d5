import type { TLSSocket } from 'node:tls'
import { certificateProblem, handshakeProblem, verificationCode } from '../../core/network/certificate-problems.ts'
import { errorCode, UpstreamError, UpstreamTlsError } from '../errors.ts'

/**
 * Resolves when the handshake is done; rejects with UpstreamError (timeout) or UpstreamTlsError.
 * @param check judges the finished handshake before anything is sent; what it gives is the reason for a refusal
 */
export function finishHandshake(
  tls: TLSSocket,
  host: string,
  timeoutMs: number,
  check: () => Error | undefined = () => undefined,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => tls.destroy(new UpstreamError('timeout', `${host} did not finish the TLS handshake in time`)),
      timeoutMs,
    )
    const onError = (error: Error) => {
      clearTimeout(timer)
      reject(toHandshakeError(host, error))
    }
    tls.once('error', onError)
    tls.once('secureConnect', () => {
      const refusal = attempt(check)
      if (refusal !== undefined) return void tls.destroy(refusal)
      clearTimeout(timer)
      tls.off('error', onError)
      resolve()
    })
  })
}

/** What a check throws is a refusal too: it looks at bytes of the server, and an error here would be nobody's. */
function attempt(check: () => Error | undefined): Error | undefined {
  try {
    return check()
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

function toHandshakeError(host: string, error: Error): Error {
  if (error instanceof UpstreamError) return error
  const code = codeOf(error)
  const problem = certificateProblem(code)
  if (problem !== undefined) {
    const message = `the certificate of ${host} was refused: ${problem} (${code})`
    return new UpstreamTlsError('certificate', code, message, { cause: error })
  }
  const reason = handshakeProblem(code)
  const message = `the TLS handshake with ${host} failed${reason === undefined ? '' : `: ${reason}`} (${code})`
  return new UpstreamTlsError('tls', code, message, { cause: error })
}

/** In the alphabet of sightings: OpenSSL has one with a slash, SSL/TLS_ALERT_HANDSHAKE_FAILURE. */
function codeOf(error: Error): string {
  return verificationCode(errorCode(error) ?? 'unknown', error.message).replace(/\W/g, '_')
}
