/** A longer text gets its own array, which is freed with it. */
const KEPT_MAX = 1_048_576

/**
 * Gives the UTF-16 units of texts as numbers. A loop over these is two to five times faster than one that calls charCodeAt(), which
 * asks at every character how the string is stored; copying them costs less than a tenth of one such loop.
 */
export class UnitReader {
  #units = new Uint16Array(4096)

  /** The units of `text`, followed by a zero and then by arbitrary values. They are valid until the next call. */
  read(text: string): Uint16Array {
    const { length } = text
    let units = this.#units
    if (length >= units.length) {
      units = new Uint16Array(length < KEPT_MAX ? 2 ** Math.ceil(Math.log2(length + 1)) : length + 1)
      if (length < KEPT_MAX) this.#units = units
    }
    Buffer.from(units.buffer, 0, length * 2).write(text, 'utf16le')
    units[length] = 0
    return units
  }
}
