/** Below this an axis has no room for halves. */
const SMALL_TOPS = [1, 2, 4, 6, 8, 10]

/** What stands at an axis of numbers of things, from 0 up: whole numbers, the last at least as large as all that is shown. */
export function ticksOf(most: number): readonly number[] {
  const top = topOf(Math.max(1, most))
  return top === 1 ? [0, 1] : [0, top / 2, top]
}

/** 1, 2 or 5 times a power of ten; what is small has a top whose half is whole too. */
function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const tops = power === 1 ? SMALL_TOPS : [1, 2, 5, 10].map((step) => step * power)
  return tops.find((top) => top >= most) ?? Math.ceil(most / 2) * 2
}
