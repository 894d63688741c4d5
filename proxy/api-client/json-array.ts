const OPENING = 0x5b
const COMMA = 0x2c
const CLOSING = 0x5d

/** Values of JSON in UTF-8 as one array, in memory of its own, which may be transferred to another thread. */
export function joinJsonArray(items: readonly Uint8Array[]): Buffer<ArrayBuffer> {
  let length = 1 + Math.max(1, items.length)
  for (const item of items) length += item.length
  const joined = Buffer.allocUnsafeSlow(length)
  let end = 0
  for (const item of items) {
    joined[end] = end === 0 ? OPENING : COMMA
    joined.set(item, end + 1)
    end += 1 + item.length
  }
  if (items.length === 0) joined[0] = OPENING
  joined[length - 1] = CLOSING
  return joined
}
