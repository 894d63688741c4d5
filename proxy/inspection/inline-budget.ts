/** An inspection that seemed cheap continues in a thread after this time. */
const BUDGET_MS = 5
/** The first inspections of a process compile rules and code: the same text takes a hundredth of it later. */
const COLD = { inspections: 20, budgetMs: 500 } as const
/** Hundreds more are several times as slow as later ones. A thread would have to start first, which takes longer, and is as cold. */
const TEPID = { inspections: 500, budgetMs: 50 } as const

/** Milliseconds that an inspection may run on the thread that serves everyone, by how many ran there before. */
export function inlineBudgetMs(before: number): number {
  if (before < COLD.inspections) return COLD.budgetMs
  return before < TEPID.inspections ? TEPID.budgetMs : BUDGET_MS
}
