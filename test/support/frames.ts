/** HTTP/2 frames as bytes (RFC 9113 section 4), for what no client library would send, and to see what is really sent. */
export interface Frame {
  readonly type: number
  readonly flags: number
  readonly stream: number
  readonly payload: Buffer
}

export const FRAME = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  ping: 6,
  goaway: 7,
  window: 8,
  continuation: 9,
} as const
export const END_STREAM = 1
export const ACK = 1
export const END_HEADERS = 4
export const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')

export function frame(type: number, flags: number, stream: number, payload: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9)
  head.writeUIntBE(payload.length, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream, 5)
  return Buffer.concat([head, payload])
}

/** Fields as literals that are not indexed (RFC 7541 section 6.2.2), lengths below 127. */
export function literals(fields: Readonly<Record<string, string>>): Buffer {
  const text = (value: string) => Buffer.from([value.length, ...Buffer.from(value, 'latin1')])
  return Buffer.concat(
    Object.entries(fields).map(([name, value]) => Buffer.concat([Buffer.from([0]), text(name), text(value)])),
  )
}

/** The whole frames in what came; the preface of a client has to be gone. */
export function readFrames(bytes: Buffer): Frame[] {
  const frames: Frame[] = []
  for (let at = 0; at + 9 <= bytes.length; ) {
    const length = bytes.readUIntBE(at, 3)
    const end = at + 9 + length
    if (end > bytes.length) break
    frames.push({
      type: bytes[at + 3] ?? 0,
      flags: bytes[at + 4] ?? 0,
      stream: bytes.readUInt32BE(at + 5) & 0x7fffffff,
      payload: bytes.subarray(at + 9, end),
    })
    at = end
  }
  return frames
}
