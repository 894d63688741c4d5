const waiting: (() => void)[] = []
let isScheduled = false

/**
 * Long work of several requests runs in slices: of all that waits here one slice runs at each turn of the event loop, and
 * whatever else the thread has to do comes between. Many long requests at once delay others by one slice, not by all.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (isScheduled) return
    isScheduled = true
    setImmediate(takeTurn)
  })
}

function takeTurn(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(takeTurn)
  else isScheduled = false
}
