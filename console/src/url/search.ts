/** The query of an address as text: nothing in it is taken for a number or for JSON. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text))
}

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(search).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string' && pair[1] !== '',
  )
  return known.length === 0 ? '' : `?${new URLSearchParams(known)}`
}

/** Reads the parameters that a page knows; others are dropped, and so is a value that a list of choices has not. */
export function searchOf<const Names extends readonly string[]>(
  names: Names,
  choices: { readonly [Name in Names[number]]?: readonly string[] } = {} as never,
) {
  return (raw: Readonly<Record<string, unknown>>): { [Name in Names[number]]?: string | undefined } => {
    const found: { [Name in Names[number]]?: string | undefined } = {}
    for (const name of names as readonly Names[number][]) {
      const value = raw[name]
      const allowed = choices[name]
      if (typeof value !== 'string' || value === '') continue
      if (allowed === undefined || allowed.includes(value)) found[name] = value
    }
    return found
  }
}

/** A page from 1; what is no number is the first. */
export function pageOf(value: string | undefined): number {
  const page = Number(value ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}
