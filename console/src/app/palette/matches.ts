export interface Choice {
  readonly id: string
  readonly label: string
  /** What kind of thing it is, in words. */
  readonly kind: string
  readonly run: () => void
}

const SHOWN = 12

/** Without case and accents: "regles" finds "Règles". */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Those that have every word that was typed; what begins with it comes first. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = plain(typed).trim()
  const words = wanted.split(/\s+/)
  const found = choices.filter(({ label, kind }) => words.every((word) => plain(`${label} ${kind}`).includes(word)))
  const begins = ({ label }: Choice) => Number(plain(label).startsWith(wanted))
  return found.toSorted((one, other) => begins(other) - begins(one)).slice(0, SHOWN)
}
