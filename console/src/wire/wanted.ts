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
