import type { Walk } from '../walk.ts'
import { CODE_CHARACTERS } from './signs.ts'

const CODE_MIN = 14

/** Start and end, in turn, of long unbroken runs of letters, digits and the signs of base64. */
export function findCodes({ units, stretches }: Walk): number[] {
  const found: number[] = []
  for (let n = 0; n < stretches.length; n += 2)
    findCodesWithin(units, stretches[n] as number, stretches[n + 1] as number, found)
  return found
}

/** Looks at the end of a stretch first, as most hold a character that is no code's and can be left out whole. */
function findCodesWithin(units: Uint16Array, from: number, to: number, found: number[]): void {
  for (let start = from; start + CODE_MIN <= to; ) {
    let last = start + CODE_MIN - 1
    while (last >= start && CODE_CHARACTERS[units[last] as number] === 1) last--
    if (last < start) {
      let end = start + CODE_MIN
      while (end < to && CODE_CHARACTERS[units[end] as number] === 1) end++
      found.push(start, end)
      last = end
    }
    start = last + 1
  }
}
