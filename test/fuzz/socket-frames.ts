import { deflateRawSync } from 'node:zlib'
import type { Random } from '../support/random-frames.ts'

const OPCODES = [0, 1, 1, 1, 2, 2, 8, 9, 10, 3, 11, 15]
const TEXTS = [
  '{"type":"response.create","response":{"input":[{"role":"user","content":"hello"}]}}',
  '{"type":"session.update"}',
  '42["message",{"content":"hello"}]',
  '{"protocol":"json","version":1}\u001e',
  '[1,2',
  'hello',
  '',
]

/** One frame of a client (RFC 6455 section 5.2), mostly as it should be. */
function socketFrame(random: Random): Buffer {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T
  const bytes = (length: number) => Buffer.from(Array.from({ length }, () => random(256)))
  const opcode = pick(OPCODES)
  const isControl = opcode >= 8
  const isPacked = !isControl && random(3) === 0
  const text = Buffer.from(random(4) === 0 ? pick(TEXTS).repeat(1 + random(40)) : pick(TEXTS))
  const plain = random(6) === 0 ? bytes(random(300)) : text
  const closing = Buffer.concat([Buffer.from([random(2) === 0 ? 3 : random(256), random(256)]), bytes(random(20))])
  const payload = opcode === 8 ? closing : isControl ? bytes(random(130)) : isPacked ? deflateRawSync(plain) : plain
  const isLast = isControl || random(5) > 0
  const reserved = isPacked ? 0x40 : random(30) === 0 ? random(8) << 4 : 0
  const isMasked = random(25) > 0
  const stated = random(30) === 0 ? random(70_000) : payload.length
  const mask = bytes(4)
  const masked = isMasked ? payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0)) : payload
  const head = [(isLast ? 0x80 : 0) | reserved | opcode, ...lengthOf(stated, isMasked)]
  return Buffer.concat([Buffer.from(head), isMasked ? mask : Buffer.alloc(0), masked])
}

function lengthOf(length: number, isMasked: boolean): number[] {
  const bit = isMasked ? 0x80 : 0
  if (length < 126) return [bit | length]
  if (length < 65_536) return [bit | 126, length >>> 8, length & 0xff]
  return [bit | 127, 0, 0, 0, 0, 0, length >>> 16, (length >>> 8) & 0xff, length & 0xff]
}

/** Frames of a client, one after the other. */
export function randomSocketFrames(random: Random): Buffer {
  return Buffer.concat(Array.from({ length: 1 + random(8) }, () => socketFrame(random)))
}
