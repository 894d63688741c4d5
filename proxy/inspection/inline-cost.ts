/** How much may be inspected on the thread that serves everyone, in microseconds of an ordinary machine. */
const MAX_INLINE_US = 5000
/** A character (measured: 20 to 40 ns in prose, 200 ns in names and short words, which nothing tells apart before they are read). */
const US_PER_BYTE = 0.2
/** A group of digits that rules look at, alone and with its neighbours (measured: up to 8 µs in a text of dates alone). */
const US_PER_GROUP = 8
/** A mark around which patterns run: the @ of an address. */
const US_PER_MARK = 8
const AT = 0x40

/** Whether a decoded body can be expected to take no longer than a few milliseconds: by its size and its candidates. */
export function isCheap(bytes: Buffer): boolean {
  let cost = bytes.length * US_PER_BYTE
  if (cost > MAX_INLINE_US) return false
  let inGroup = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number
    const isDigit = byte >= 0x30 && byte <= 0x39
    if (isDigit && !inGroup) cost += US_PER_GROUP
    inGroup = isDigit
    if (byte === AT) cost += US_PER_MARK
  }
  return cost <= MAX_INLINE_US
}
