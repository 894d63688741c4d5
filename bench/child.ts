import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { environmentDefaults, leanOptions, nodeOptions } from '../bin/launch/options.mjs'
import { endProcess } from './end-process.ts'
import { BenchError } from './errors.ts'

interface ChildOptions {
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly cwd?: string
}

const ROOT = new URL('../', import.meta.url)
const METER = new URL('meter.ts', import.meta.url).href
/** The slowest answer is a measurement of the longest length that is allowed. */
const ANSWER_TIMEOUT = 90_000
const MAX_ERROR_OUTPUT = 4_000
const LAST_LINES = 12

/** A process of the comparison. One question is asked at a time, each answered by one message. */
export class Child {
  readonly name: string
  readonly process: ChildProcess
  #errorOutput = ''

  /** @param script relative to the repository */
  constructor(name: string, script: string, options: ChildOptions = {}) {
    this.name = name
    const file = fileURLToPath(new URL(script, ROOT))
    // The product's options and environment, for everyone who runs on Node here.
    this.process = spawn(
      process.execPath,
      [...nodeOptions(process.versions.node), ...leanOptions, '--import', METER, file, ...(options.args ?? [])],
      {
        cwd: options.cwd ?? fileURLToPath(ROOT),
        env: { ...environmentDefaults(), ...(options.env ?? process.env) },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      },
    )
    // Read to the end: output that nobody reads would block the process once the pipe is full.
    this.process.stdout?.setEncoding('utf8').resume()
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-MAX_ERROR_OUTPUT)
    })
  }

  /** @throws BenchError when the process ends or stays silent instead of answering */
  async ask<T>(question: unknown): Promise<T> {
    if (!this.process.connected) throw this.failure('ended')
    const answer = this.answer<T>()
    this.process.send(question as object)
    return await answer
  }

  /** The next message. */
  async answer<T>(): Promise<T> {
    const message = await this.#expect((resolve) => {
      this.process.once('message', resolve)
      return () => this.process.off('message', resolve)
    })
    if (typeof message === 'object' && message !== null && 'failed' in message) {
      throw new BenchError(`${this.name}: ${message.failed}`)
    }
    return message as T
  }

  /** The first match in what the process prints from now on. */
  async output(pattern: RegExp): Promise<RegExpExecArray> {
    let text = ''
    return await this.#expect((resolve) => {
      const onData = (chunk: string) => {
        text += chunk
        const match = pattern.exec(text)
        if (match !== null) resolve(match)
      }
      this.process.stdout?.on('data', onData)
      return () => this.process.stdout?.off('data', onData)
    })
  }

  /** @param listen starts to listen and returns how to stop */
  async #expect<T>(listen: (resolve: (value: T) => void) => () => void): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const onClose = () => reject(this.failure('ended'))
    const timer = setTimeout(() => reject(this.failure(`did not answer within ${ANSWER_TIMEOUT} ms`)), ANSWER_TIMEOUT)
    // Not exit: by close, all it printed has arrived.
    this.process.once('close', onClose)
    const stopListening = listen(resolve)
    try {
      return await promise
    } finally {
      stopListening()
      clearTimeout(timer)
      this.process.off('close', onClose)
    }
  }

  /** CPU time so far, in microseconds. */
  async cpuMicros(): Promise<number> {
    return (await this.ask<{ cpuMicros: number }>('usage')).cpuMicros
  }

  async residentBytes(): Promise<number> {
    return (await this.ask<{ residentBytes: number }>('usage')).residentBytes
  }

  failure(what: string): BenchError {
    const lastLines = this.#errorOutput.trim().split('\n').slice(-LAST_LINES).join('\n')
    return new BenchError(`${this.name} ${what}${lastLines === '' ? '' : `:\n${lastLines}`}`)
  }

  async stop(): Promise<void> {
    await endProcess(this.process)
  }
}
