import { randomFillSync } from 'node:crypto'

/** Asking the system for a few bytes costs as much as for some thousand. */
const POOL_BYTES = 4096
/** What of a UUID of version 7 is drawn; six of its bits are not used. */
const DRAWN_BYTES = 10
/** The two bits of the variant (RFC 9562, 4.1) before two random ones. */
const VARIANTS = Buffer.from('89ab', 'latin1')

const pool = Buffer.alloc(POOL_BYTES)
/** All of it as digits: written at once, as calling out of JavaScript for a few bytes costs more than everything else about an id. */
let digits = ''
const digitBytes = Buffer.alloc(2 * POOL_BYTES)
let used = POOL_BYTES

/** Takes as many bytes of the pool, which is filled anew where fewer are left. @returns where in the pool they begin */
function draw(bytes: number): number {
  if (used + bytes > POOL_BYTES) {
    digits = randomFillSync(pool).toString('hex')
    digitBytes.write(digits, 'latin1')
    used = 0
  }
  used += bytes
  return used - bytes
}

/** `bytes` random bytes, at most 4096, as hexadecimal digits. */
export function randomHex(bytes: number): string {
  const from = draw(bytes)
  return digits.slice(from * 2, (from + bytes) * 2)
}

/** The text of the latest UUID: its dashes stay, and its beginning for as long as the millisecond. */
const uuid = Buffer.from('00000000-0000-7000-8000-000000000000', 'latin1')
let timed = Number.NaN

/** Many ids are of one millisecond, and V8 writes such a number in hexadecimal by dividing fractions. */
function writeTime(time: number): void {
  timed = time
  const digits = time.toString(16).padStart(12, '0')
  uuid.write(`${digits.slice(0, 8)}-${digits.slice(8)}`, 'latin1')
}

/**
 * UUID version 7 (RFC 9562, 5.7): ids made one after the other lie side by side in an index. 74 bits are random, so that
 * who knows the time of one, or its neighbours, still cannot guess it.
 *
 * It is made of bytes, which costs no more than joining texts. V8 keeps joined texts as the tree of their parts, and JSON.stringify then takes its
 * slow way for all of the object that such an id stands in: twice as long for a record.
 */
export function uuidV7(now: Date): string {
  const time = now.getTime()
  if (time !== timed) writeTime(time)
  const from = draw(DRAWN_BYTES)
  let at = from * 2
  for (let to = 15; to < 18; to++) uuid[to] = digitBytes[at++] as number
  for (let to = 20; to < 23; to++) uuid[to] = digitBytes[at++] as number
  for (let to = 24; to < 36; to++) uuid[to] = digitBytes[at++] as number
  uuid[19] = VARIANTS[(pool[from + DRAWN_BYTES - 1] as number) & 3] as number
  return uuid.toString('latin1')
}

/** The milliseconds since 1970 at which a UUID of version 7 was made; undefined of any other text. */
export function timeOfUuid(id: string): number | undefined {
  const digits = /^([\da-f]{8})-([\da-f]{4})-7/i.exec(id)
  return digits === null ? undefined : Number.parseInt(`${digits[1]}${digits[2]}`, 16)
}
