import { randomFillSync } from 'node:crypto'

/** Asking the system for a few bytes costs as much as for some thousand. */
const POOL_BYTES = 4096
/** What of a UUID of version 7 is drawn; six of its bits are not used. */
const DRAWN_BYTES = 10
/** The two bits of the variant (RFC 9562, 4.1) before two random ones. */
const VARIANTS = '89ab'

const pool = Buffer.alloc(POOL_BYTES)
/** All of it as digits: written at once, as calling out of JavaScript for a few bytes costs more than everything else about an id. */
let digits = ''
let used = POOL_BYTES

/** `bytes` random bytes, at most 4096, as hexadecimal digits. */
export function randomHex(bytes: number): string {
  if (used + bytes > POOL_BYTES) {
    digits = randomFillSync(pool).toString('hex')
    used = 0
  }
  used += bytes
  return digits.slice((used - bytes) * 2, used * 2)
}

let timed = Number.NaN
let opening = ''

/** How an id of this millisecond begins; many are of one, and V8 writes such a number in hexadecimal by dividing fractions. */
function openingOf(time: number): string {
  if (time !== timed) {
    timed = time
    const digits = time.toString(16).padStart(12, '0')
    opening = `${digits.slice(0, 8)}-${digits.slice(8)}-7`
  }
  return opening
}

/**
 * UUID version 7 (RFC 9562, 5.7): ids made one after the other lie side by side in an index. 74 bits are random, so that
 * who knows the time of one, or its neighbours, still cannot guess it.
 */
export function uuidV7(now: Date): string {
  const random = randomHex(DRAWN_BYTES)
  const variant = VARIANTS[Number.parseInt(random.slice(18, 19), 16) & 3]
  return `${openingOf(now.getTime())}${random.slice(0, 3)}-${variant}${random.slice(3, 6)}-${random.slice(6, 18)}`
}

/** The milliseconds since 1970 at which a UUID of version 7 was made; undefined of any other text. */
export function timeOfUuid(id: string): number | undefined {
  const digits = /^([\da-f]{8})-([\da-f]{4})-7/i.exec(id)
  return digits === null ? undefined : Number.parseInt(`${digits[1]}${digits[2]}`, 16)
}
