import type { ClientExchange, StreamedBody } from '../http/exchange.ts'

export interface ReceivedBody {
  /**
   * `too_large`: `bytes` is what arrived first; the rest is still to come, and its reading is paused. `aborted`: the client
   * hung up half way.
   */
  readonly kind: 'complete' | 'too_large' | 'aborted'
  readonly bytes: Buffer
  /** What is sent on where it was too large to be read whole. */
  readonly whole: StreamedBody | undefined
}

/** Collects a request's body up to `maxBytes`; exactly the bytes that came, still encoded as they are. */
export function receiveBody(client: ClientExchange, maxBytes: number): Promise<ReceivedBody> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    let isCollecting = true
    const rest = new Rest(client)
    const finish = (kind: ReceivedBody['kind']) => {
      isCollecting = false
      const [first] = chunks
      const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks, length)
      resolve({ kind, bytes, whole: kind === 'too_large' ? rest.asBody(bytes) : undefined })
    }
    client.receive({
      data(chunk) {
        if (!isCollecting) return rest.data(chunk)
        chunks.push(chunk)
        length += chunk.length
        if (length <= maxBytes) return
        client.pause()
        finish('too_large')
      },
      end() {
        if (isCollecting) finish('complete')
        else rest.end()
      },
      cut() {
        if (isCollecting) finish('aborted')
        else rest.cut()
      },
    })
  })
}

/** What comes behind the part that was collected: kept until somebody takes it, which is little, as reading is paused. */
class Rest {
  readonly #client: ClientExchange
  #kept: Buffer[] = []
  #end: 'end' | 'cut' | undefined
  #sink: Parameters<StreamedBody['read']>[0] | undefined

  constructor(client: ClientExchange) {
    this.#client = client
  }

  data(chunk: Buffer): void {
    if (this.#sink === undefined) this.#kept.push(chunk)
    else this.#sink.data(chunk)
  }

  end(): void {
    this.#end = 'end'
    this.#sink?.end()
  }

  cut(): void {
    this.#end = 'cut'
    this.#sink?.cut()
  }

  asBody(first: Buffer): StreamedBody {
    const client = this.#client
    const { framing } = client.request
    return {
      length: typeof framing === 'number' ? framing : undefined,
      first,
      read: (sink) => {
        this.#sink = sink
        for (const chunk of this.#kept.splice(0)) sink.data(chunk)
        if (this.#end === undefined) client.resume()
        else sink[this.#end]()
      },
      pause: () => client.pause(),
      resume: () => client.resume(),
    }
  }
}
