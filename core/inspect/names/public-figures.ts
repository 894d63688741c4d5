import { plainWord } from '../characters.ts'
import { PUBLIC_FIGURES } from '../data/public-figures.ts'

/** Whether everyone may name a person of that name; written as in the text. */
export function isPublicFigure(name: string): boolean {
  return PUBLIC_FIGURES.has(plainWord(name))
}
