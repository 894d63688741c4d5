import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { leanOptions, nodeOptions } from '../../bin/launch/options.mjs'
import type { Scope } from './scope.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** Those still running: a test run that ends early, by an uncaught exception, takes them along. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A run of the product itself, in a process of its own. */
export interface Product {
  readonly process: ChildProcess
  /** All that came so far. */
  readonly stdout: string
  readonly stderr: string
  /** The exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>
}

/** Runs one of the product's commands with these settings and no others; the end of the scope kills it. */
export function runProduct(
  scope: Scope,
  env: Readonly<Record<string, string>>,
  cwd: string,
  script: 'main.ts' | 'api/main.ts' | 'proxy/main.ts' = 'main.ts',
  /** A command that becomes the one it is given, such as env(1). */
  through: readonly string[] = [],
  /** What stands behind the script on its command line. */
  options: readonly string[] = [],
): Product {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env
  // A start takes half the time with it; the launcher sets it for the product too.
  const compiled = NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }
  const [command = '', ...args] = [
    ...through,
    process.execPath,
    ...nodeOptions(process.versions.node),
    ...leanOptions,
    join(ROOT, script),
    ...options,
  ]
  const child = spawn(command, args, {
    cwd,
    env: { PATH, HOME, ...compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const text = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    text.stderr += chunk
  })
  // 'close' rather than 'exit': what it printed last has arrived by then.
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals)
  scope.teardown(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    process: child,
    ended,
    get stdout() {
      return text.stdout
    },
    get stderr() {
      return text.stderr
    },
  }
}
