import type { RequestTarget } from './platform.ts'

/** Stands where requests have their method: an operation that has it reads messages of WebSockets. */
export const SOCKET_MESSAGE = 'WEBSOCKET'

/** The texts of one message, and how they are to be read. */
export interface MessageBody {
  readonly bytes: Buffer
  readonly contentType: string
}

const RECORD_SEPARATOR = 0x1e
const LINE_FEED = 0x0a
/** Engine.IO's and Socket.IO's types, a namespace, and the number of an acknowledgement, before JSON. */
const SOCKET_IO = /^\d{1,2}(?:\d{0,3}-)?(?:\/[^,[{"]{0,128},)?\d{0,10}(?=[[{])/
const HEAD_BYTES = 256
/** Longer ones are taken for what they look like: reading them twice here would hold up others. */
const PROBED_BYTES = 65_536

/**
 * How a message is framed within its frame, so that its JSON is read as JSON. Nothing is left out: what stands around the JSON is
 * read as well.
 * - SignalR: each record ends with 0x1E (ASP.NET's HubProtocol.md);
 * - Socket.IO: digits and perhaps a namespace before the JSON (socket.io-protocol);
 * - others: JSON where it is JSON, otherwise a text.
 */
export function readMessageBody(data: Buffer, isBinary: boolean): MessageBody {
  if (isBinary) return { bytes: data, contentType: 'application/octet-stream' }
  if (data[data.length - 1] === RECORD_SEPARATOR) return { bytes: asLines(data), contentType: 'application/x-ndjson' }
  const prefix = SOCKET_IO.exec(data.toString('latin1', 0, HEAD_BYTES))?.[0]
  if (prefix !== undefined && isJson(data.subarray(prefix.length))) {
    const head = Buffer.from(`${JSON.stringify(prefix)}\n`)
    return { bytes: Buffer.concat([head, data.subarray(prefix.length)]), contentType: 'application/x-ndjson' }
  }
  return { bytes: data, contentType: 'text/plain; charset=utf-8' }
}

/** What a message is sent to, as operations look at it. */
export function messageTarget(handshake: RequestTarget, contentType: string): RequestTarget {
  const { path, headers } = handshake
  return {
    method: SOCKET_MESSAGE,
    path,
    query: NO_QUERY,
    headers: { ...headers, 'content-type': contentType, 'content-encoding': undefined },
  }
}

/** The query was looked at with the handshake. */
const NO_QUERY = new URLSearchParams()

/** The message is sent on as it came, so this is a copy. */
function asLines(data: Buffer): Buffer {
  const lines = Buffer.from(data)
  for (let at = lines.indexOf(RECORD_SEPARATOR); at !== -1; at = lines.indexOf(RECORD_SEPARATOR, at + 1)) {
    lines[at] = LINE_FEED
  }
  return lines
}

function isJson(bytes: Buffer): boolean {
  if (bytes.length > PROBED_BYTES) return true
  try {
    JSON.parse(bytes.toString())
    return true
  } catch {
    return false
  }
}
