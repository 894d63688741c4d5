import type { ClientRequest } from 'node:http'
import type { Duplex } from 'node:stream'
import { UpstreamError } from '../errors.ts'

/** More informational answers than this before the one that counts are a fault, or an attack. */
const MAX_INFORMATIONAL = 32

/**
 * Makes an outgoing request fail, with an `error` event, where Node says nothing: informational answers that never stop, and
 * a 101 that was not asked for (without a listener its socket is destroyed, and neither `response` nor `error` follows).
 */
export function watchAnswer(outgoing: ClientRequest, { mayUpgrade }: { readonly mayUpgrade: boolean }): void {
  let informational = 0
  outgoing.on('information', () => {
    informational += 1
    if (informational > MAX_INFORMATIONAL) fail(outgoing, 'the server does not stop sending informational answers')
  })
  if (mayUpgrade) return
  outgoing.once('upgrade', (_answer, socket: Duplex) => {
    socket.destroy()
    outgoing.emit('error', protocolError('the server switched protocols without being asked to'))
  })
}

function fail(outgoing: ClientRequest, message: string): void {
  outgoing.destroy(protocolError(message))
}

function protocolError(message: string): UpstreamError {
  return new UpstreamError('protocol', message)
}
