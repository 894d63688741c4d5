import { createHmac } from 'node:crypto'

/** Whose part it is, and where: what was let through here says nothing of another person, service or conversation. */
export interface VerdictScope {
  /** A user, or else an address or its block: what is kept for one is bounded. */
  readonly client: string
  /** A keyed hash of user, service, conversation, and of the policies and detectors in force. */
  readonly key: string
}

/** Findings of parts that were let through, as workers tell each other. */
export interface LetThrough extends VerdictScope {
  readonly findings: readonly string[]
}

export interface VerdictLimits {
  /** Findings of one conversation: what comes beyond is judged anew each time. */
  readonly perConversation: number
  readonly perClient: number
  readonly total: number
}

const LIMITS: VerdictLimits = { perConversation: 4096, perClient: 16_384, total: 262_144 }

interface Kept {
  readonly conversations: Map<string, Set<string>>
  findings: number
}

/**
 * Which findings of a conversation's parts this user sent before and was let through with: clients send the history with every
 * turn. Held in memory as keyed hashes, and bounded, per client too: of a client, the conversation that was used least recently goes
 * first; of all, the client. After a restart parts count as new.
 */
export class Verdicts {
  readonly #limits: VerdictLimits
  readonly #tell: (letThrough: LetThrough) => void
  readonly #clients = new Map<string, Kept>()
  #total = 0

  /** @param tell tells the other workers */
  constructor(tell: (letThrough: LetThrough) => void = () => {}, limits = LIMITS) {
    this.#tell = tell
    this.#limits = limits
  }

  /** How many findings are kept. */
  get size(): number {
    return this.#total
  }

  /** The findings of a conversation that were let through. */
  of({ client, key }: VerdictScope): ReadonlySet<string> {
    const kept = this.#clients.get(client)
    const found = kept?.conversations.get(key)
    if (kept === undefined || found === undefined) return NONE
    putLast(this.#clients, client, kept)
    putLast(kept.conversations, key, found)
    return found
  }

  letThrough({ client, key }: VerdictScope, findings: Iterable<string>): void {
    const known = this.of({ client, key })
    const fresh = [...new Set(findings)].filter((finding) => !known.has(finding))
    if (fresh.length === 0) return
    // What a full conversation does not take would be told again with every turn.
    const taken = this.keep({ client, key, findings: fresh })
    if (taken.length > 0) this.#tell({ client, key, findings: taken })
  }

  /**
   * Keeps what was let through, here or by another worker.
   * @returns those of the findings that are new and were kept
   */
  keep({ client, key, findings }: LetThrough): string[] {
    const taken: string[] = []
    const kept = this.#clients.get(client) ?? { conversations: new Map(), findings: 0 }
    const found = kept.conversations.get(key) ?? new Set()
    putLast(this.#clients, client, kept)
    putLast(kept.conversations, key, found)
    for (const finding of findings) {
      if (found.size >= this.#limits.perConversation) break
      if (found.has(finding)) continue
      found.add(finding)
      taken.push(finding)
      kept.findings++
      this.#total++
    }
    while (kept.findings > this.#limits.perClient && kept.conversations.size > 1) this.#forgetOldest(kept)
    while (this.#total > this.#limits.total && this.#clients.size > 1) {
      const [oldest] = this.#clients
      if (oldest === undefined) break
      this.#total -= oldest[1].findings
      this.#clients.delete(oldest[0])
    }
    return taken
  }

  #forgetOldest(kept: Kept): void {
    const [oldest] = kept.conversations
    if (oldest === undefined) return
    kept.conversations.delete(oldest[0])
    kept.findings -= oldest[1].size
    this.#total -= oldest[1].size
  }
}

const NONE: ReadonlySet<string> = new Set()

function putLast<K, V>(map: Map<K, V>, key: K, value: V): void {
  map.delete(key)
  map.set(key, value)
}

/** The key of hashes that only the processes of one data directory share. */
export function verdictKeyOf(conversationKey: string): Buffer {
  return createHmac('sha256', conversationKey).update('verdicts of parts').digest()
}
