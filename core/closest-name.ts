/** How far a name may be from what was written: one mistake in four letters, and no more than three. */
const LETTERS_A_MISTAKE = 4
const MISTAKES_MAX = 3
/** A part of a name that is shorter than this says nothing. */
const PART_MIN = 4

/** The known name that was most likely meant: one with few other letters, or one that begins or ends with what was written. */
export function closestName(written: string, known: Iterable<string>): string | undefined {
  const wanted = letters(written)
  const allowed = Math.min(MISTAKES_MAX, Math.ceil(wanted.length / LETTERS_A_MISTAKE))
  let best: { readonly name: string; readonly distance: number } | undefined
  for (const name of known) {
    const other = letters(name)
    if (!isPart(wanted, other) && Math.abs(wanted.length - other.length) > allowed) continue
    // The same letters are a part of each other too, and closest of all.
    const distance = isPart(wanted, other) && wanted !== other ? allowed : distanceOf(wanted, other, allowed)
    if (distance <= allowed && (best === undefined || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

/** Case, hyphens and underscores are not what names differ by. */
function letters(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

function isPart(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= PART_MIN && (long.startsWith(short) || long.endsWith(short))
}

/**
 * Letters that are missing, too many, wrong, or swapped with the next one (optimal string alignment distance), or some number above `most`.
 * Only what lies within so many letters of the diagonal can be less: for names of a hundred letters that is a twentieth of all.
 */
function distanceOf(a: string, b: string, most: number): number {
  const far = most + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const [from, to] = [Math.max(1, i - most), Math.min(b.length, i + most)]
    const row: number[] = []
    row[from - 1] = from === 1 ? i : far
    let least = row[from - 1] as number
    for (let j = from; j <= to; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const distance = Math.min(
        (last[j] ?? far) + 1,
        (row[j - 1] ?? far) + 1,
        (last[j - 1] ?? far) + cost,
        isSwapped ? (beforeLast[j - 2] ?? far) + 1 : far,
      )
      row[j] = distance
      least = Math.min(least, distance)
    }
    // Each row is at least as far as the least of the one before.
    if (least > most) return far
    beforeLast = last
    last = row
  }
  return last[b.length] ?? far
}
