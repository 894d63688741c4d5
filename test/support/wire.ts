import { type AddressInfo, connect, createServer, type Server, type ServerOpts, type Socket } from 'node:net'
import { once, PATIENCE_MS } from './once.ts'
import type { Scope } from './scope.ts'

/** A TCP server on a free port of 127.0.0.1 that ends with the test. */
export async function listen(
  scope: Scope,
  onConnection: (socket: Socket) => void,
  options: ServerOpts = {},
): Promise<{ readonly port: number; readonly server: Server; readonly sockets: Set<Socket> }> {
  const sockets = new Set<Socket>()
  const server = createServer(options, (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => {})
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  scope.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, server, sockets }
}

/**
 * A port of 127.0.0.1 that refuses connections until the test ends. It is the near end of a connection: nothing listens there,
 * and no test beside this one is given the port, as it would be after a server there was closed.
 */
export async function refusingPort(scope: Scope): Promise<number> {
  const { port } = await listen(scope, () => {})
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  scope.teardown(() => socket.destroy())
  await once(socket, 'connect')
  return (socket.address() as AddressInfo).port
}

/** One side of a conversation on the wire: what is sent, and waiting for what comes back. */
export class Wire {
  readonly socket: Socket
  #received = Buffer.alloc(0)
  #ended = false

  constructor(socket: Socket) {
    this.socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk])
    })
    socket.on('end', () => {
      this.#ended = true
    })
    socket.on('close', () => {
      this.#ended = true
    })
    socket.on('error', () => {})
  }

  static async open(scope: Scope, port: number): Promise<Wire> {
    const socket = connect(port, '127.0.0.1')
    scope.teardown(() => socket.destroy())
    await once(socket, 'connect')
    return new Wire(socket)
  }

  send(data: string | Buffer): this {
    this.socket.write(data)
    return this
  }

  /** Forgets what has come, before another exchange on the same connection. */
  clear(): this {
    this.#received = Buffer.alloc(0)
    return this
  }

  get received(): string {
    return this.#received.toString('latin1')
  }

  /** Waits until the text has come; resolves to everything received so far. */
  async expect(text: string): Promise<string> {
    await until(
      () => this.received.includes(text),
      () => `waited for ${JSON.stringify(text)}, got ${JSON.stringify(this.received.slice(0, 2000))}`,
    )
    return this.received
  }

  /** Waits until the other side has ended; resolves to everything received. */
  async expectEnd(): Promise<string> {
    await until(
      () => this.#ended,
      () => `waited for the end, got ${JSON.stringify(this.received.slice(0, 2000))}`,
    )
    return this.received
  }
}

/** Waits for a condition, not for a time; fails with the explanation when patience runs out. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  explain: () => string,
  patience = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patience
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(explain())
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
