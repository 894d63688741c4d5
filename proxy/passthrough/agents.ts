import { Agent, type AgentOptions } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Dial } from '../upstream/dial.ts'

/** In milliseconds. */
export interface AgentPatience {
  /** How long an unused connection to a server is kept open. */
  readonly serverIdleMs: number
  /** How long a client's connection is, and with it what only that client may use. */
  readonly clientIdleMs: number
}

/** Pools of kept-alive connections to servers: one that all clients share, and one of its own for a client that logs in by connection. */
export class Agents {
  readonly #dial: Dial
  readonly #patience: AgentPatience
  readonly #shared: Agent
  /** By the client's connection. */
  readonly #pinned = new WeakMap<Duplex, Agent>()
  readonly #open = new Set<Agent>()
  #client: string | undefined

  constructor(dial: Dial, patience: AgentPatience) {
    this.#dial = dial
    this.#patience = patience
    this.#shared = this.#create({ timeout: patience.serverIdleMs, scheduling: 'lifo' })
  }

  /** The agent for the next request of a client's connection. */
  of(connection: Duplex): Agent {
    return this.#pinned.get(connection) ?? this.#shared
  }

  isShared(agent: Agent): boolean {
    return agent === this.#shared
  }

  /** From now on this connection has servers' connections to itself: see bindsConnection. */
  pin(connection: Duplex): void {
    if (this.#pinned.has(connection) || connection.destroyed) return
    // One connection to each server, so that what was agreed on it holds for the next request.
    const agent = this.#create({ timeout: this.#patience.clientIdleMs, maxSockets: 1 })
    this.#pinned.set(connection, agent)
    connection.once('close', () => {
      this.#open.delete(agent)
      agent.destroy()
    })
  }

  /** Runs what starts a request: a connection that it needs is dialled in this client's name. */
  asking(client: string, start: () => void): void {
    this.#client = client
    try {
      start()
    } finally {
      this.#client = undefined
    }
  }

  close(): void {
    for (const agent of this.#open) agent.destroy()
  }

  /** A keep-alive agent whose connections are dialled like every other of the proxy's. */
  #create(options: AgentOptions): Agent {
    const agent = new Agent({ keepAlive: true, ...options })
    this.#open.add(agent)
    // Node's types do not say that createConnection may answer through its callback; its documentation does.
    agent.createConnection = ((
      { host = '', port }: { host?: string; port?: number | string },
      callback: (error: Error | null, socket?: Duplex) => void,
    ) => {
      const target = { host: host.replace(/^\[(.*)\]$/, '$1'), port: Number(port) || 80 }
      this.#dial(target, this.#client).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error),
      )
      return undefined
    }) as unknown as typeof agent.createConnection
    return agent
  }
}
