import type { Worker } from 'node:cluster'

/** What the primary of node:cluster sends a worker with a connection, and gets back for it (lib/internal/cluster in Node 26). */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

interface Connection {
  close(): void
}

/**
 * Ends the connections that a worker was handed and did not live to take. Node's primary waits for the worker's word before it lets go of
 * its own copy, so that the client of a worker that was killed would wait for ever; a client that is cut off tries again.
 */
export function endLostConnections(worker: Worker): void {
  const handed = new Map<number, Connection>()
  const child = worker.process
  const send = child.send as (...all: unknown[]) => boolean
  const noteAndSend = (...all: unknown[]) => {
    const [message, handle] = all as [ClusterMessage, Connection | undefined]
    if (message?.act === 'newconn' && message.seq !== undefined && typeof handle?.close === 'function') {
      handed.set(message.seq, handle)
    }
    return send.apply(child, all)
  }
  child.send = noteAndSend as typeof child.send
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) handed.delete(ack)
  })
  worker.once('exit', () => {
    for (const handle of handed.values()) handle.close()
    handed.clear()
  })
}
