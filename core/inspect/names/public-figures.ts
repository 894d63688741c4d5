import { plainWord } from '../characters.ts'
import { PUBLIC_FIGURES } from '../data/public-figures.ts'

/** Whether this is the name of a public figure, whom everyone may name. The name is written as in the text. */
export function isPublicFigure(name: string): boolean {
  return isListed(name) || (name.includes('. ') && isListed(name.replace(INITIALS, ' ')))
}

/** "Franklin D. Roosevelt" is listed without. */
const INITIALS = / (?:\p{Lu}\. ?)+(?=\p{L})/u

function isListed(name: string): boolean {
  return mayBe(name) && PUBLIC_FIGURES.has(plainWord(name))
}

/** A bit for each length, first and last letter of these names: most others need not be brought into the form of the list. */
const BITS = new Int32Array(1 << 10)
for (const name of PUBLIC_FIGURES) {
  const index = indexOf(name)
  BITS[index >> 5] = (BITS[index >> 5] as number) | (1 << (index & 31))
}

function indexOf(name: string): number {
  const { length } = name
  return ((length & 31) << 10) | ((name.charCodeAt(0) & 31) << 5) | (name.charCodeAt(length - 1) & 31)
}

function mayBe(name: string): boolean {
  // In the form of the list letters with accents are others, and ligatures are two.
  for (let i = 0; i < name.length; i++) if (name.charCodeAt(i) >= 0x80) return true
  const index = indexOf(name)
  return (((BITS[index >> 5] as number) >> (index & 31)) & 1) === 1
}
