/** Places that are kept for the next text. */
const KEPT_MAX = 524_288
/** More are sorted by the platform: moving each to its place takes time that grows with the square of their number. */
const FEW = 64

/**
 * Stretches of a text as numbers in one array: a text of single digits, or with a mark behind each letter, has one for every other
 * character, and an object for each costs more than all else that becomes of it.
 */
export class SpanList {
  /** Start and end, in turn. */
  places: Int32Array<ArrayBuffer>
  /** How many of these places count. */
  length = 0

  constructor(places = 1024) {
    this.places = new Int32Array(places)
  }

  clear(): void {
    this.length = 0
    if (this.places.length > KEPT_MAX) this.places = new Int32Array(1024)
  }

  add(start: number, end: number): void {
    this.reserve(2)
    this.places[this.length++] = start
    this.places[this.length++] = end
  }

  /** Moves the end of the last one. */
  extend(end: number): void {
    this.places[this.length - 1] = end
  }

  /** Makes room for so many places behind the last one. */
  reserve(count: number): void {
    const needed = this.length + count
    if (needed <= this.places.length) return
    const places = new Int32Array(2 ** Math.ceil(Math.log2(needed)))
    places.set(this.places.subarray(0, this.length))
    this.places = places
  }

  /** Puts them in order of the text; of two that overlap the first stays. */
  order(): void {
    const { places, length } = this
    // Most are in order already, and apart.
    let isOrdered = true
    for (let n = 2; n < length; n += 2) if ((places[n] as number) < (places[n - 1] as number)) isOrdered = false
    if (isOrdered) return
    if (length <= 2 * FEW) {
      this.#orderFew()
      return
    }
    const cuts = Array.from({ length: length >> 1 }, (_, index) => [
      places[2 * index] as number,
      places[2 * index + 1] as number,
    ])
    cuts.sort(([a = 0], [b = 0]) => a - b)
    this.length = 0
    for (const [start = 0, end = 0] of cuts)
      if (this.length === 0 || start >= (places[this.length - 1] as number)) this.add(start, end)
  }
  /** The same without an object for each: a few that come from three or four searches, each in order. */
  #orderFew(): void {
    const { places, length } = this
    for (let n = 2; n < length; n += 2) {
      const start = places[n] as number
      const end = places[n + 1] as number
      let at = n
      for (; at > 0 && (places[at - 2] as number) > start; at -= 2) {
        places[at] = places[at - 2] as number
        places[at + 1] = places[at - 1] as number
      }
      places[at] = start
      places[at + 1] = end
    }
    let kept = 2
    for (let n = 2; n < length; n += 2) {
      if ((places[n] as number) < (places[kept - 1] as number)) continue
      places[kept] = places[n] as number
      places[kept + 1] = places[n + 1] as number
      kept += 2
    }
    this.length = kept
  }
}
