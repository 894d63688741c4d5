import type { TokenChecksum } from '../validators/token-checksum.ts'

/** One shape of token: what all tokens of a kind begin with, and what follows. */
export interface Shape {
  /** Begins with the vendor: what stands before the first hyphen. */
  readonly id: string
  readonly name: string
  readonly prefixes: readonly string[]
  /** RE2 syntax, without the prefix. */
  readonly body: string
  readonly length: number
  readonly checksum?: TokenChecksum
}

export const ALNUM = '[0-9A-Za-z]'
export const WORD = '[0-9A-Za-z_-]'
export const HEX = '[0-9a-f]'
export const HEX_ANY = '[0-9A-Fa-f]'
export const LOWER = '[0-9a-z]'
export const UPPER = '[0-9A-Z]'
export const BASE64 = '[0-9A-Za-z+/]'
export const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Tokens that say themselves what they are: a prefix their vendor gives to nothing else, an alphabet and a length. Taken from
 * the vendors' documentation and from the public rule sets of gitleaks, Betterleaks, Nosey Parker and Kingfisher (facts, not code).
 * Some two dozen small vendors' are as their users know them, and held against no document: Jina, Voyage, Firecrawl, Langfuse, Axiom, Mollie
 * and the like.
 * `length`: the longest body in characters. Alternatives of a prefix are separated by blanks, but for a blank at its end.
 */
export function shape(
  id: string,
  name: string,
  prefixes: string,
  body: string,
  length: number,
  checksum?: TokenChecksum,
): Shape {
  const list = prefixes.endsWith(' ') ? [prefixes] : prefixes.split(' ')
  return { id, name, prefixes: list, body, length, ...(checksum === undefined ? {} : { checksum }) }
}
