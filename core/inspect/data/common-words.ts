import { COMMON_WORDS_1 } from './common-words-1.ts'
import { COMMON_WORDS_2 } from './common-words-2.ts'
import { COMMON_WORDS_3 } from './common-words-3.ts'

/**
 * Words that English and French texts write small more often than with a capital, without accents: at the start of a sentence they
 * are no names. By the frequencies behind public tokenizers; test/core/inspect/generate-words.ts says how.
 */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `${COMMON_WORDS_1} ${COMMON_WORDS_2} ${COMMON_WORDS_3}`.split(/\s+/).filter(Boolean),
)
