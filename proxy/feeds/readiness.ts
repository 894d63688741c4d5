import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { WeirError } from '../../core/errors.ts'
import type { ApiError } from '../api-client/errors.ts'
import type { StartLog } from './start-log.ts'

const LOOK_MS = 50
const REMIND_MS = 30_000

/** Policies or detectors, which come from the API or from the disk. */
export interface Supply {
  /** As it is called in a sentence: "policies". */
  readonly name: string
  readonly isThere: () => boolean
  readonly failure: () => ApiError | undefined
}

/** A proxy cannot start, because a setting is wrong and waiting would not help. */
export class StartRefusedError extends WeirError {
  constructor(message: string, cause: ApiError) {
    super('ERR_PROXY_START', message, { cause })
  }
}

/**
 * Resolves once all of it is there, or `signal` says to stop waiting. Says what is missing and why meanwhile.
 * @throws StartRefusedError if the API refuses the token, or its certificate is not signed by the CA it should be
 */
export async function untilSupplied(
  supplies: readonly Supply[],
  { logger, startLog }: { readonly logger: Logger; readonly startLog: Pick<StartLog, 'release'> },
  signal: AbortSignal,
): Promise<void> {
  let said: string | undefined
  let saidAt = Number.NEGATIVE_INFINITY
  while (!signal.aborted) {
    const missing = supplies.filter(({ isThere }) => !isThere())
    if (missing.length === 0) return startLog.release()
    const failure = missing.map(({ failure }) => failure()).find((error) => error !== undefined)
    if (failure !== undefined) {
      refuseHopeless(failure)
      startLog.release()
      if (failure.message !== said || performance.now() - saidAt > REMIND_MS) {
        const names = missing.map(({ name }) => name)
        logger.warn({ missing: names, reason: failure.message }, 'not ready: WEIR_FAIL_MODE decides on every prompt')
        said = failure.message
        saidAt = performance.now()
      }
    }
    await sleep(LOOK_MS, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
  }
}

function refuseHopeless(failure: ApiError): void {
  const setting = wrongSetting(failure)
  if (setting !== undefined) throw new StartRefusedError(setting, failure)
}

/** The setting that is wrong, if waiting cannot help, and what is wrong with it. */
function wrongSetting(failure: ApiError): string | undefined {
  const { message } = failure
  if (failure.status === 401) {
    return `WEIR_SERVICE_TOKEN: ${message}. An administrator makes one: npm run admin -- token create`
  }
  if (failure.status === 403) {
    return `WEIR_SERVICE_TOKEN: ${message}. It takes one with the scopes record and policies`
  }
  const cause = failure.cause as NodeJS.ErrnoException | undefined
  if (cause?.code !== undefined && UNTRUSTED.has(cause.code)) {
    return `WEIR_API_CA: it does not hold the CA that signed the API's certificate (${message}). It takes the API's DATA_DIR/ca.pem, or the CA of WEIR_API_TLS_CERT`
  }
  if (cause?.code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return `WEIR_API_URL: the API's certificate is for other names (${message}). Set WEIR_PUBLIC_URL at the API to the name that proxies use`
  }
  return undefined
}

/** X509_verify_cert_error_string(3) in Node's spelling: a chain that does not lead to a root that is trusted. */
const UNTRUSTED = new Set([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])
