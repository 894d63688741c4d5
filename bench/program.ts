import { type ChildProcess, spawn } from 'node:child_process'
import { endProcess } from './end-process.ts'
import { BenchError } from './errors.ts'
import { readProcessCpu } from './process-cpu.ts'

const START_TIMEOUT = 10_000
const MAX_ERROR_OUTPUT = 4_000

/** A contestant that is no Node program; what a comparison asks of one is the same as of a Child. Linux only. */
export class Program {
  readonly name: string
  readonly process: ChildProcess
  #errorOutput = ''

  constructor(name: string, file: string, args: readonly string[]) {
    this.name = name
    this.process = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    this.process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#errorOutput = (this.#errorOutput + text).slice(-MAX_ERROR_OUTPUT)
    })
    this.process.stdout?.setEncoding('utf8')
  }

  /** The first match in what the program prints. @throws BenchError where it ends or stays silent instead */
  output(pattern: RegExp): Promise<RegExpExecArray> {
    return new Promise((resolve, reject) => {
      let text = ''
      const timer = setTimeout(() => reject(this.failure(`did not start within ${START_TIMEOUT} ms`)), START_TIMEOUT)
      const fail = () => reject(this.failure('ended'))
      this.process.once('close', fail).once('error', fail)
      this.process.stdout?.on('data', (chunk: string) => {
        text += chunk
        const match = pattern.exec(text)
        if (match === null) return
        clearTimeout(timer)
        this.process.off('close', fail).off('error', fail)
        resolve(match)
      })
    })
  }

  async cpuMicros(): Promise<number> {
    return readProcessCpu(this.process.pid ?? 0).total
  }

  failure(what: string): BenchError {
    return new BenchError(`${this.name} ${what}${this.#errorOutput === '' ? '' : `:\n${this.#errorOutput.trim()}`}`)
  }

  async stop(): Promise<void> {
    await endProcess(this.process)
  }
}
