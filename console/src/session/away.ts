import { BASE } from './session.ts'

const RETRY_MS = 5000

interface State {
  /** What goes on once the API answers, in the order in which it stopped. */
  readonly waiting: readonly (() => unknown)[]
  /** When it was asked last in vain. */
  readonly asked: number | undefined
}

let state: State = { waiting: [], asked: undefined }
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

function set(next: Partial<State>): void {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

export function currentAway(): State {
  return state
}

export function onAwayChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls `again` once the API answers: everything that waits for it asks together. @returns what ends the wait */
export function whenBack(again: () => unknown): () => void {
  set({ waiting: [...state.waiting, again] })
  timer ??= setTimeout(askNow, RETRY_MS)
  return () => {
    set({ waiting: state.waiting.filter((one) => one !== again) })
    if (state.waiting.length > 0) return
    clearTimeout(timer)
    timer = undefined
    set({ asked: undefined })
  }
}

/** Asks at once, whoever waits, and goes on asking while nothing answers. */
export async function askNow(): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  const isBack = await answers()
  if (isBack) for (const again of state.waiting) again()
  else set({ asked: Date.now() })
  if (state.waiting.length > 0) timer ??= setTimeout(askNow, RETRY_MS)
}

async function answers(): Promise<boolean> {
  const signal = AbortSignal.timeout(RETRY_MS)
  // That nothing answers is the answer: the page says so, and asks again.
  const answer = await fetch(`${BASE}/auth/methods`, { cache: 'no-store', signal }).catch(() => undefined)
  return answer?.ok === true
}
