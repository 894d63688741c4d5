import { COMMON_WORDS_A_J } from './common-words-a-j.ts'
import { COMMON_WORDS_K_Z } from './common-words-k-z.ts'

/** Words that English and French texts write small, without accents: capitalised at the start of a sentence they are no names. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `${COMMON_WORDS_A_J} ${COMMON_WORDS_K_Z}`.split(/\s+/).filter(Boolean),
)
