import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type Dispatcher, fetch } from 'undici'
import type { Image } from './image.ts'
import type { Machine } from './machine.ts'

const HEALTHY_WITHIN_MS = 60_000
const LOOKS_EVERY_MS = 10
const STOPPED_WITHIN_MS = 20_000

/** A container: an image that runs. */
export class Part {
  readonly #machine: Machine
  readonly #image: Image
  readonly #options: Image['options']
  #child: ChildProcessWithoutNullStreams | undefined
  #startedAt = 0
  output = ''

  constructor(machine: Machine, image: Image, env: Readonly<Record<string, string>>) {
    this.#machine = machine
    this.#image = image
    this.#options = { ...image.options, env: { ...image.options.env, ...env } }
  }

  start(command: readonly string[]): void {
    this.#startedAt = performance.now()
    const child = this.#machine.spawn(this.#image.root, command, this.#options)
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.output += chunk))
    this.#child = child
  }

  /** The process that gets the signals of the container: its command line, and its environment. */
  process(): { readonly command: readonly string[]; readonly environment: readonly string[] } {
    const read = (name: string) => readFileSync(`/proc/${this.#child?.pid}/${name}`, 'utf8').split('\0').slice(0, -1)
    return { command: read('cmdline'), environment: read('environ') }
  }

  /** HEALTHCHECK; rejects where it says no. */
  check(): Promise<string> {
    return this.#machine.run(this.#image.root, this.#image.healthCheck, this.#options)
  }

  async untilHealthy(): Promise<void> {
    await until(async () => {
      if (this.#child?.exitCode !== null) throw new Error(`it ended: ${this.output}`)
      return this.check().then(
        () => true,
        () => false,
      )
    })
  }

  /** @returns milliseconds from its start until this address answers 200 @throws Error if it ends before */
  async readyAfter(url: string, dispatcher: Dispatcher): Promise<number> {
    await until(async () => {
      if (this.#child?.exitCode !== null) throw new Error(`it ended: ${this.output}`)
      return fetch(url, { dispatcher }).then(
        async (answer) => {
          await answer.body?.cancel()
          return answer.status === 200
        },
        () => false,
      )
    }, LOOKS_EVERY_MS)
    return performance.now() - this.#startedAt
  }

  /** As `docker stop` does. @returns the exit code */
  async stop(): Promise<number | null> {
    const ended = once(this.#child as ChildProcessWithoutNullStreams, 'close')
    this.#child?.kill('SIGTERM')
    const [code] = await Promise.race([ended, delay(STOPPED_WITHIN_MS, [null], { ref: false })])
    return code
  }
}

export async function until(isTrue: () => Promise<boolean>, everyMs = 200): Promise<void> {
  const deadline = performance.now() + HEALTHY_WITHIN_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`nothing came of it within ${HEALTHY_WITHIN_MS} ms`)
    await delay(everyMs)
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
