import type { TLSSocket } from 'node:tls'
import { certificateProblem } from '../../core/network/certificate-problems.ts'
import { errorCode, UpstreamError } from '../errors.ts'

/** Resolves when the handshake is done; rejects with UpstreamError (certificate, tls, timeout). */
export function finishHandshake(tls: TLSSocket, host: string, timeoutMs: number): Promise<void> {
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
      clearTimeout(timer)
      tls.off('error', onError)
      resolve()
    })
  })
}

function toHandshakeError(host: string, error: Error): Error {
  if (error instanceof UpstreamError) return error
  const code = errorCode(error) ?? 'unknown'
  const problem = certificateProblem(code)
  if (problem !== undefined) {
    return new UpstreamError('certificate', `the certificate of ${host} was refused: ${problem} (${code})`, {
      cause: error,
    })
  }
  return new UpstreamError('tls', `the TLS handshake with ${host} failed (${code})`, { cause: error })
}
