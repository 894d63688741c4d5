import { isIP, type Socket } from 'node:net'
import type { ConnectTo } from '../../config/parsers.ts'
import type { Introduction } from '../http/connection.ts'
import type { Resolve, Target } from '../http/target.ts'
import { connectAny } from './connect.ts'
import type { DestinationGuard } from './destination.ts'
import { dialThroughParent, type Parent } from './parent.ts'

/**
 * Opens a TCP connection on whose other end the target speaks.
 * @param client whose portion of the look-ups it takes (see listen/client.ts); nobody's in particular if it is not given
 * @param introduction what a parent proxy is told about the client; nobody else is
 */
export type Dial = (target: Target, client?: string, introduction?: Introduction) => Promise<Socket>

export interface DialOptions {
  readonly connectTo: readonly ConnectTo[]
  readonly parent: Parent | undefined
  readonly guard: DestinationGuard
  readonly resolve: Resolve
  readonly connectTimeoutMs: number
}

const UNKNOWN_CLIENT = 'unknown'

/**
 * The one way out of the proxy: every connection to a destination is made here: WEIR_CONNECT_TO first and direct, then the
 * parent proxy, then the network itself, guarded.
 * Rejects with DestinationError, UpstreamError or AdmissionError.
 */
export function createDial(options: DialOptions): Dial {
  const { connectTo, guard, parent, resolve, connectTimeoutMs: timeoutMs } = options
  return async (target, client = UNKNOWN_CLIENT, introduction = {}) => {
    const rerouted = reroute(connectTo, target)
    if (rerouted !== undefined) return connectAny(await resolve(rerouted.host, client), rerouted, { timeoutMs })
    guard.checkName(target.host)
    if (parent !== undefined) {
      // Names are resolved by the parent; an address can be judged here already.
      if (isIP(target.host) !== 0) guard.checkAddress(target.host, target.port)
      return dialThroughParent(parent, target, introduction)
    }
    const addresses = await resolve(target.host, client)
    // All answers are checked: a name with one public and one private address is a rebinding attempt.
    const check = (address: string) => guard.checkAddress(address, target.port)
    addresses.forEach(check)
    return connectAny(addresses, target, { timeoutMs, check })
  }
}

/** Where WEIR_CONNECT_TO sends a target; undefined if no entry names it. The first entry that fits wins, as in curl. */
export function reroute(entries: readonly ConnectTo[], target: Target): Target | undefined {
  const entry = entries.find(
    ({ host, port }) => (host === undefined || host === target.host) && (port === undefined || port === target.port),
  )
  if (entry === undefined) return undefined
  return { host: entry.toHost ?? target.host, port: entry.toPort ?? target.port }
}
