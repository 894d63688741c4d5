/** How much may be inspected on the thread that serves everyone, in microseconds of an ordinary machine. */
const MAX_INLINE_US = 5000
/** A character (measured: 20 to 40 ns in prose, 200 ns in names and short words, which nothing tells apart before they are read). */
const US_PER_BYTE = 0.2
/** A group of digits that rules look at, alone and with its neighbours (measured: up to 8 µs in a text of dates alone). */
const US_PER_GROUP = 8
/** A mark around which patterns run: the @ of an address. */
const US_PER_MARK = 8

const DIGIT = 1
const MARK = 2
/** By byte: 0 for all that costs no more than any other character. */
const KINDS = new Uint8Array(256).fill(DIGIT, 0x30, 0x3a)
KINDS[0x40] = MARK

/** Whether a decoded body can be expected to take no longer than a few milliseconds: by its size and its candidates. */
export function isCheap(bytes: Buffer): boolean {
  const { length } = bytes
  const rest = MAX_INLINE_US - length * US_PER_BYTE
  if (rest < 0) return false
  let groups = 0
  let marks = 0
  let before = 0
  let index = 0
  while (index < length) {
    // Most bytes are letters: four at a time are passed over.
    while (
      index + 4 <= length &&
      ((KINDS[bytes[index] as number] as number) |
        (KINDS[bytes[index + 1] as number] as number) |
        (KINDS[bytes[index + 2] as number] as number) |
        (KINDS[bytes[index + 3] as number] as number)) ===
        0
    ) {
      index += 4
      before = 0
    }
    // The end may have come within these four.
    for (const end = Math.min(length, index + 4); index < end; index++) {
      const kind = KINDS[bytes[index] as number] as number
      if (kind === DIGIT && before !== DIGIT) groups++
      if (kind === MARK) marks++
      before = kind
    }
  }
  return groups * US_PER_GROUP + marks * US_PER_MARK <= rest
}
