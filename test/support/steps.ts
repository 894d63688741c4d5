import type { ServerResponse } from 'node:http'

/** Lets a server go on only after its client has confirmed what came before. */
export class Steps {
  #confirmed = 0
  readonly #waiting = new Map<number, () => void>()

  /** Called by the client for each thing it has received. */
  confirm(): void {
    this.#confirmed++
    this.#waiting.get(this.#confirmed)?.()
  }

  /** Resolves when the client has confirmed this many. */
  async reach(count: number): Promise<void> {
    if (this.#confirmed >= count) return
    await new Promise<void>((resolve) => this.#waiting.set(count, resolve))
  }
}

/** Streams server-sent events, the next one only after the client has confirmed the one before: nothing on the way may wait. */
export async function streamStepwise(response: ServerResponse, events: readonly string[], steps: Steps): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  for (const [index, event] of events.entries()) {
    await steps.reach(index)
    response.write(event)
  }
  response.end()
}
