import { FAMILY_NAMES_1 } from './family-names-1.ts'
import { FAMILY_NAMES_2 } from './family-names-2.ts'
import { FAMILY_NAMES_3 } from './family-names-3.ts'

/** Family names of the same countries, from the same sources. */
export const FAMILY_NAMES: ReadonlySet<string> = new Set(
  `${FAMILY_NAMES_1} ${FAMILY_NAMES_2} ${FAMILY_NAMES_3}`.split(/\s+/).filter(Boolean),
)
