/**
 * What V8 may need to parse a body and to keep what it makes of it, beside the text itself, in bytes: JSON of many small values takes some
 * sixty times its size, and of long texts next to nothing. An object takes about as much as it is estimated where its keys are numbers, for which V8
 * sets aside what lies before them (measured: `{"29":0}` repeated).
 */
const OBJECT_BYTES = 320
const ARRAY_BYTES = 64
const VALUE_BYTES = 24
const TEXT_FACTOR = 3

const OBJECT = 0x7b
const ARRAY = 0x5b
const COMMA = 0x2c

export function heapFor(bytes: Uint8Array): number {
  let objects = 0
  let arrays = 0
  let values = 0
  for (const byte of bytes) {
    if (byte === COMMA) values++
    else if (byte === OBJECT) objects++
    else if (byte === ARRAY) arrays++
  }
  return bytes.length * TEXT_FACTOR + objects * OBJECT_BYTES + arrays * ARRAY_BYTES + values * VALUE_BYTES
}
