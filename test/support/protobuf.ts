/** A message of protobuf (protobuf.dev, "Encoding") of texts, numbers and messages, by the numbers of their fields. */
export type Fields = readonly (readonly [field: number, value: string | number | Buffer | Fields])[]

export function protobuf(fields: Fields): Buffer {
  return Buffer.concat(
    fields.map(([field, value]) => {
      if (typeof value === 'number') return Buffer.concat([varint(field * 8), varint(value)])
      const bytes = typeof value === 'string' ? Buffer.from(value) : Buffer.isBuffer(value) ? value : protobuf(value)
      return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes])
    }),
  )
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest % 128) + 128)
  }
}

/** A message in an envelope of Connect. */
export function envelope(message: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(5)
  head[0] = flags
  head.writeUInt32BE(message.length, 1)
  return Buffer.concat([head, message])
}
