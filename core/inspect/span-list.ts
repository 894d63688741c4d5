/** Places that are kept for the next text. */
const KEPT_MAX = 524_288

/**
 * Stretches of a text as numbers in one array: a text of single digits, or with a mark behind each letter, has one for every other
 * character, and an object for each costs more than all else that becomes of it.
 */
export class SpanList {
  /** Start and end, in turn. */
  places: Int32Array<ArrayBuffer>
  /** How many of these places count. */
  length = 0
  /** What a merge writes to. */
  #merged = new Int32Array(0)

  constructor(places = 1024) {
    this.places = new Int32Array(places)
  }

  clear(): void {
    this.length = 0
    if (this.places.length <= KEPT_MAX) return
    this.places = new Int32Array(1024)
    this.#merged = new Int32Array(0)
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

  /** Makes room for `count` places behind the last one. */
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
    this.#sort()
    const sorted = this.places
    let kept = 2
    for (let n = 2; n < length; n += 2) {
      if ((sorted[n] as number) < (sorted[kept - 1] as number)) continue
      sorted[kept] = sorted[n] as number
      sorted[kept + 1] = sorted[n + 1] as number
      kept += 2
    }
    this.length = kept
  }

  /** By where they start, those with the same start as they are. A few searches have added them, each in order: such runs are merged, two and two. */
  #sort(): void {
    const { length } = this
    if (this.#merged.length < this.places.length) this.#merged = new Int32Array(this.places.length)
    for (let runs = 0; runs !== 1; ) {
      const { places } = this
      const merged = this.#merged
      runs = 0
      for (let first = 0; first < length; runs++) {
        const second = endOfRun(places, first, length)
        const end = second < length ? endOfRun(places, second, length) : length
        let left = first
        let right = second
        for (let n = first; n < end; n += 2) {
          const isLeft = right === end || (left < second && (places[left] as number) <= (places[right] as number))
          const from = isLeft ? left : right
          merged[n] = places[from] as number
          merged[n + 1] = places[from + 1] as number
          if (isLeft) left += 2
          else right += 2
        }
        first = end
      }
      this.places = merged
      this.#merged = places
    }
  }
}

/** Where those from `first` on end that stand in order. */
function endOfRun(places: Int32Array, first: number, length: number): number {
  let end = first + 2
  while (end < length && (places[end] as number) >= (places[end - 2] as number)) end += 2
  return end
}
