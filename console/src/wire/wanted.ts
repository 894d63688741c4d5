export type Wanted =
  | { readonly kind: 'id' | 'reference' | 'hash'; readonly value: string }
  | { readonly kind: 'text'; readonly value: string }

/** What somebody has put in: an id, a reference, a hash, or text. */
export function wantedOf(input: string): Wanted {
  const value = input.trim().toLowerCase()
  if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)) return { kind: 'id', value }
  if (/^[0-9a-f]{10}$/.test(value)) return { kind: 'reference', value }
  if (/^[0-9a-f]{64}$/.test(value)) return { kind: 'hash', value }
  return { kind: 'text', value: input }
}

/** As refusals say it in both languages (proxy/respond): ten digits of a prompt, such as a telephone number, are none. */
const NAMED = /(?:give the reference|donnez la référence)\s+([0-9a-f]{10})(?![0-9a-z])/i

/** The reference that a refusal names, where somebody has pasted the whole refusal. */
export function referenceIn(text: string): string | undefined {
  return NAMED.exec(text.normalize('NFC'))?.[1]?.toLowerCase()
}
