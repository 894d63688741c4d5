import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { Scope } from './scope.ts'

const FLAGS_AT = 2
/** A response, recursion available, no such name (RFC 1035, 4.1.1). */
const NO_SUCH_NAME = 0x8183

export interface SilentNameServer {
  readonly address: string
  /** Questions that wait for an answer. */
  readonly asked: () => number
  /** Says at last that there are no such names. */
  readonly answer: () => void
}

/** A name server on the only port that the system asks, which only root may have. */
export async function startSilentNameServer(scope: Scope, address: string): Promise<SilentNameServer> {
  const socket = createSocket('udp4')
  socket.bind(53, address)
  await once(socket, 'listening')
  scope.teardown(() => socket.close())
  const waiting: (() => void)[] = []
  socket.on('message', (query, { port, address: asking }) => {
    waiting.push(() => {
      query.writeUInt16BE(NO_SUCH_NAME, FLAGS_AT)
      socket.send(query, port, asking)
    })
  })
  return {
    address,
    asked: () => waiting.length,
    answer: () => {
      for (const respond of waiting.splice(0)) respond()
    },
  }
}
