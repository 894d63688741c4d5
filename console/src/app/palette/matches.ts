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

/** Those that have every word that was typed: what begins with it comes first, what only is of that kind last. */
export function matching(choices: readonly Choice[], typed: string): Choice[] {
  const wanted = plain(typed).trim()
  const words = wanted.split(/\s+/)
  const found = choices.filter(({ label, kind }) => words.every((word) => plain(`${label} ${kind}`).includes(word)))
  const rank = ({ label }: Choice) => {
    const at = plain(label).indexOf(wanted)
    return at === 0 ? 2 : Number(at > 0)
  }
  return found.toSorted((one, other) => rank(other) - rank(one)).slice(0, SHOWN)
}
