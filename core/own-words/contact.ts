import type { ExtraDetectors } from '../inspect/extra.ts'
import type { Candidate } from '../inspect/rule.ts'

/**
 * Leaves out what stands within the contact that Weir itself names: a conversation is sent again with each prompt, and an answer in it may
 * begin with Weir's own line. Whoever uses the proxy is told the contact, so that nothing is let out by this, whichever detector finds it.
 */
export function withoutContact(extra: ExtraDetectors | undefined, contact: string): ExtraDetectors {
  return {
    detect: (view, isOverBudget) => extra?.detect(view, isOverBudget) ?? NOTHING,
    settle(text, found, own, isOverBudget) {
      const settled = extra?.settle(text, found, own, isOverBudget) ?? { candidates: [...found], complete: true }
      const { candidates, complete } = settled
      if (contact === '' || candidates.length === 0 || !text.includes(contact)) return settled
      return { candidates: candidates.filter((finding) => !isWithin(text, finding, contact)), complete }
    },
  }
}

const NOTHING = { candidates: [], complete: true }

/** A value that goes on beyond the contact is another one. */
function isWithin(text: string, { start, end }: Candidate, contact: string): boolean {
  if (end - start > contact.length) return false
  const at = text.indexOf(contact, Math.max(0, end - contact.length))
  return at !== -1 && at <= start
}
