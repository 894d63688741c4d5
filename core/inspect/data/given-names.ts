import { GIVEN_NAMES_A_I } from './given-names-a-i.ts'
import { GIVEN_NAMES_J_Z } from './given-names-j-z.ts'

/**
 * Given names of Europe, the Americas, North Africa, South Asia and Turkey, in lower case without accents. From the locales of
 * faker-js (MIT), with additions.
 */
export const GIVEN_NAMES: ReadonlySet<string> = new Set(
  `${GIVEN_NAMES_A_I} ${GIVEN_NAMES_J_Z}`.split(/\s+/).filter(Boolean),
)
