import { FAMILY_NAMES_A_K } from './family-names-a-k.ts'
import { FAMILY_NAMES_L_Z } from './family-names-l-z.ts'

/** Family names of the same countries, in lower case without accents. From the locales of faker-js (MIT), with additions. */
export const FAMILY_NAMES: ReadonlySet<string> = new Set(
  `${FAMILY_NAMES_A_K} ${FAMILY_NAMES_L_Z}`.split(/\s+/).filter(Boolean),
)
