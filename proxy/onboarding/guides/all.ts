import type { Guide } from './guide.ts'
import { LANGUAGES } from './languages.ts'
import { SYSTEMS } from './systems.ts'
import { TOOLS } from './tools.ts'

export const GUIDE_GROUPS: readonly { readonly title: string; readonly guides: readonly Guide[] }[] = [
  { title: 'Systems and browsers', guides: SYSTEMS },
  { title: 'Programming languages', guides: LANGUAGES },
  { title: 'Tools', guides: TOOLS },
]

export function findGuide(id: string): Guide | undefined {
  return GUIDE_GROUPS.flatMap(({ guides }) => guides).find((guide) => guide.id === id)
}
