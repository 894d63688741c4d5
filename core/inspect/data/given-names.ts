import { GIVEN_NAMES_1 } from './given-names-1.ts'
import { GIVEN_NAMES_2 } from './given-names-2.ts'
import { GIVEN_NAMES_3 } from './given-names-3.ts'

/**
 * Given names of some seventy countries, in lower case without accents: the locales of Faker and faker-js (MIT), and the census' list in
 * dariusk/corpora (CC0). Those that are common words as well are kept only where the United States, Britain or France use them.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `${GIVEN_NAMES_1} ${GIVEN_NAMES_2} ${GIVEN_NAMES_3}`.split(/\s+/).filter(Boolean),
)
