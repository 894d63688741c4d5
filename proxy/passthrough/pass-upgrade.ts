import { type IncomingMessage, request as sendRequest } from 'node:http'
import type { Socket } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { errorCode, UpstreamError } from '../errors.ts'
import { forwardableRequestHeaders, forwardableResponseHeaders } from '../http/headers.ts'
import { readStatusLine, type StatusLine } from './answer-head.ts'
import { openTunnel, type TunnelPatience } from './tunnel.ts'
import { watchAnswer } from './watch-answer.ts'

export interface UpgradePatience extends TunnelPatience {
  /** How long the server may take to answer, in milliseconds. */
  readonly answerMs: number
}

interface UpgradePassage {
  readonly request: IncomingMessage
  /** In origin form. */
  readonly path: string
  readonly client: Duplex
  /** Bytes that the client sent directly after its request. */
  readonly head: Buffer
  /** A fresh connection to the server. */
  readonly upstream: Socket
  /** As a tunnel's. */
  readonly isIntercepted: (host: string) => boolean
  readonly patience: UpgradePatience
}

/**
 * Passes an upgrade request on. Once the server has agreed to it (101), bytes go both ways; where it has not, its answer is
 * passed on and the client's connection ends with it: what the client sends next is a request of its own, perhaps to another
 * host, and not for this server's ears.
 * Rejects with UpstreamError if no answer came.
 */
export function passUpgrade(passage: UpgradePassage): Promise<void> {
  const { request, path, client, head, upstream, isIntercepted, patience } = passage
  return new Promise((resolve, reject) => {
    const outgoing = sendRequest({
      createConnection: () => upstream,
      method: request.method ?? 'GET',
      path,
      headers: [
        ...forwardableRequestHeaders(request.rawHeaders),
        ...['Connection', 'Upgrade'],
        ...['Upgrade', request.headers.upgrade ?? ''],
      ],
      timeout: patience.answerMs,
    })
    const onClientGone = () => outgoing.destroy()
    client.once('close', onClientGone)
    watchAnswer(outgoing, { mayUpgrade: true })
    outgoing.once('upgrade', (answer: IncomingMessage, socket: Socket, first: Buffer) => {
      client.off('close', onClientGone)
      const line = { status: 101, reason: 'Switching Protocols' }
      client.write(
        answerHead(line, answer, ['Connection', 'Upgrade', 'Upgrade', answer.headers.upgrade ?? '']),
        'latin1',
      )
      if (first.length > 0) client.write(first)
      openTunnel(client, socket, head, { isIntercepted, patience, onEnd: () => {} })
      resolve()
    })
    outgoing.once('response', (answer) => {
      let line: StatusLine
      try {
        line = readStatusLine(answer)
      } catch (error) {
        outgoing.destroy()
        return reject(error)
      }
      client.write(answerHead(line, answer, ['Connection', 'close']), 'latin1')
      // Whatever the client still sends is read, so that it gets to see the answer, and dropped.
      client.resume()
      pipeline(answer, client, () => client.destroy())
      resolve()
    })
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.on('error', (error) => {
      if (error instanceof UpstreamError) return reject(error)
      const reason = errorCode(error) ?? 'unknown'
      reject(new UpstreamError('reset', `the server broke off the connection (${reason})`, { cause: error }))
    })
    outgoing.end()
  })
}

/** The body of an answer that is no upgrade ends with the connection, so no header has to frame it. */
function answerHead({ status, reason }: StatusLine, answer: IncomingMessage, own: readonly string[]): string {
  const headers = [...forwardableResponseHeaders(answer.rawHeaders), ...own]
  const lines = [`HTTP/1.1 ${status} ${reason}`]
  for (let i = 0; i + 1 < headers.length; i += 2) lines.push(`${headers[i]}: ${headers[i + 1]}`)
  return `${lines.join('\r\n')}\r\n\r\n`
}
