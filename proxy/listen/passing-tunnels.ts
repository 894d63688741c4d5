import type { Socket } from 'node:net'

const LOOK_MS = 500

/**
 * Tunnels to services that are decrypted otherwise: a switch lets them pass for now. When it no longer does, they are closed, so
 * that nothing passes unread on a connection that stays open. The next one is decrypted.
 */
export class PassingTunnels {
  readonly #mayPass = new Map<Socket, () => boolean>()
  #timer: NodeJS.Timeout | undefined

  /** @param mayPass asked again whenever switches change or may have ended */
  add(socket: Socket, mayPass: () => boolean): void {
    if (socket.destroyed) return
    this.#mayPass.set(socket, mayPass)
    socket.once('close', () => this.#remove(socket))
    this.#timer ??= setInterval(() => this.look(), LOOK_MS).unref()
  }

  look(): void {
    for (const [socket, mayPass] of this.#mayPass) if (!mayPass()) socket.destroy()
  }

  #remove(socket: Socket): void {
    this.#mayPass.delete(socket)
    if (this.#mayPass.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
