const OPEN = 0x5b
const COMMA = 0x2c
const CLOSE = 0x5d

/** Values of JSON as one array, all in UTF-8. */
export function joinJsonArray(items: readonly Uint8Array[]): Buffer {
  // A bracket or a comma before each value, and a bracket behind the last.
  const length = items.reduce((sum, item) => sum + item.length + 1, items.length === 0 ? 2 : 1)
  const bytes = Buffer.allocUnsafe(length)
  bytes[0] = OPEN
  let at = 1
  for (const [index, item] of items.entries()) {
    if (index > 0) bytes[at++] = COMMA
    bytes.set(item, at)
    at += item.length
  }
  bytes[at] = CLOSE
  return bytes
}
