import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Redis } from 'ioredis'
import { type OptionalTest, testWith } from './optional.ts'
import type { Scope } from './scope.ts'
import { temporaryFolder } from './temp.ts'

/** Those still running: a test run that ends early takes them along. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A redis-server of a test's own, which can be killed, frozen and started again on the same port with what it had. */
export class TestRedis {
  readonly port: number
  readonly #folder: string
  readonly #options: readonly string[]
  #process: ChildProcess | undefined

  private constructor(port: number, folder: string, options: readonly string[]) {
    this.port = port
    this.#folder = folder
    this.#options = options
  }

  /** @param options as on redis-server's command line */
  static async start(scope: Scope, options: readonly string[] = []): Promise<TestRedis> {
    const redis = new TestRedis(await freePort(), temporaryFolder(scope), options)
    scope.teardown(() => redis.kill())
    await redis.startAgain()
    return redis
  }

  /** redis://127.0.0.1:port */
  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  /** A connection of the test's own. */
  client(scope: Scope): Redis {
    const client = new Redis(this.url)
    scope.teardown(() => client.disconnect())
    return client
  }

  async startAgain(): Promise<void> {
    const persistence = ['--save', '', '--appendonly', 'yes', '--appendfsync', 'always']
    const listening = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder]
    const child = spawn('redis-server', [...listening, ...persistence, ...this.#options], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    this.#process = child
    running.add(child)
    child.once('exit', () => running.delete(child))
    let output = ''
    await new Promise<void>((resolve, reject) => {
      child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk
        if (output.includes('Ready to accept connections')) resolve()
      })
      child.once('exit', () => reject(new Error(`redis-server does not start: ${output}`)))
    })
  }

  async kill(): Promise<void> {
    const child = this.#process
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  /** It keeps its connections and answers nothing, as a machine does that is out of memory. */
  freeze(): void {
    this.#process?.kill('SIGSTOP')
  }

  thaw(): void {
    this.#process?.kill('SIGCONT')
  }
}

/** `test` where there is a redis-server; else every test is shown as skipped, with how to get one. */
export function testWithRedis<Context>(test: OptionalTest<Context>): OptionalTest<Context> {
  return testWith(test, 'redis')
}

/** Free now, for servers that take no port 0. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
