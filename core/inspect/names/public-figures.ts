import { plainWord } from '../characters.ts'
import { PUBLIC_FIGURES } from '../data/public-figures.ts'

/** Whether this is the name of a public figure, whom everyone may name. The name is written as in the text. */
export function isPublicFigure(name: string): boolean {
  return PUBLIC_FIGURES.has(plainWord(name))
}
