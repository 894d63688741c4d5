/** Reading a body took longer than its inspection may. */
export class OverBudgetError extends Error {}

/** Asking costs a look at the clock, a step of reading some hundred nanoseconds. */
const STEPS_PER_QUESTION = 1024

let isOver: (() => boolean) | undefined
let steps = 0

/**
 * Reads within a time budget. One thread reads one body at a time, and never waits meanwhile: so the budget stands here, and not
 * among the arguments of every function between here and the last loop over a body's fields.
 * @throws OverBudgetError
 */
export function readWithin<T>(isOverBudget: (() => boolean) | undefined, read: () => T): T {
  const outer = isOver
  isOver = isOverBudget
  try {
    return read()
  } finally {
    isOver = outer
  }
}

/**
 * Called in every loop whose length a client chooses.
 * @throws OverBudgetError now and then, where the budget is spent
 */
export function step(): void {
  if (++steps % STEPS_PER_QUESTION === 0 && isOver?.() === true) throw new OverBudgetError('reading took too long')
}
