import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { foldersWith, folderWithNode } from '../support/tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const OLD_NODE = 20
const POLL_MS = 20
/** A quarter of a processor that others want too. */
const NICENESS = '5'

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly seconds: number
}

/** What `npm start` printed once it was ready. */
export interface Ready {
  readonly proxy: URL
  readonly api: URL
  readonly ca: string
  readonly password: string | undefined
  readonly seconds: number
}

/** A clone of the project in a folder of its own, as on a machine that has an old Node and npm, and nothing in HOME. */
export class Clone {
  readonly folder: string
  /** The version of Node that is first on PATH there. */
  readonly node: string
  readonly #env: NodeJS.ProcessEnv
  readonly #children: ChildProcess[] = []

  constructor(folder: string) {
    this.folder = join(folder, 'weir')
    const home = join(folder, 'home')
    mkdirSync(home)
    execFileSync('git', ['clone', '--quiet', ROOT, this.folder], { stdio: 'pipe' })
    // Without what this very test run has added in front.
    const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.startsWith(ROOT))
    const nodeFolder = folderWithNode(OLD_NODE) ?? foldersWith('node', path.join(delimiter))[0] ?? ''
    this.#env = {
      PATH: [nodeFolder, ...path].join(delimiter),
      HOME: home,
      // Downloads are shared to spare the registry; everything else of npm's is in the empty HOME.
      npm_config_cache: process.env.npm_config_cache ?? join(homedir(), '.npm'),
      WEIR_PROXY_PORT: '0',
      WEIR_API_PORT: '0',
      // Should a prompt pass after all, it ends here and not at the AI service.
      WEIR_CONNECT_TO: 'api.openai.com:443:127.0.0.1:9',
      ...pick(process.env, ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE']),
      ...pick(process.env, ['npm_config_registry', 'npm_config_cafile']),
    }
    this.node = execFileSync('node', ['--version'], { env: this.#env, encoding: 'utf8' }).trim()
  }

  /** Runs a command to its end. */
  async run(command: string, ...args: readonly string[]): Promise<Finished> {
    const started = performance.now()
    const child = this.#spawn(command, args)
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
    return { code, stdout, stderr, seconds: secondsSince(started) }
  }

  /** `npm start`, until it says that it is ready. `nice` leaves the processor to the tests beside this one. */
  async start(options: { readonly nice: boolean; readonly env?: NodeJS.ProcessEnv }): Promise<Instance> {
    const started = performance.now()
    const child = this.#spawn(
      options.nice ? 'nice' : 'npm',
      options.nice ? ['-n', NICENESS, 'npm', 'start'] : ['start'],
      options.env,
    )
    const printed = { stdout: '', stderr: '' }
    for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (chunk) => (printed[name] += chunk))
    while (!/^Weir \S+ is ready\n(?: {2}\S.*\n)* {2}CA .*\n/m.test(printed.stdout)) {
      if (child.exitCode !== null)
        throw new Error(`npm start ended with ${child.exitCode}: ${printed.stdout}${printed.stderr}`)
      await sleep(POLL_MS)
    }
    return new Instance(child, secondsSince(started), printed)
  }

  /** For when the test has failed half way. */
  async stopAll(): Promise<void> {
    const running = this.#children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    await Promise.all(
      running.map((child) => {
        const closed = once(child, 'close')
        child.kill('SIGTERM')
        return closed
      }),
    )
  }

  #spawn(command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(command, args, {
      cwd: this.folder,
      env: { ...this.#env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#children.push(child)
    return child
  }
}

export class Instance {
  readonly ready: Ready
  readonly #child: ChildProcess

  constructor(child: ChildProcess, seconds: number, printed: { readonly stdout: string }) {
    this.#child = child
    const line = (label: string) => new RegExp(`^ {2}${label} +(.*)$`, 'm').exec(printed.stdout)?.[1] ?? ''
    this.ready = {
      proxy: new URL(line('Proxy')),
      api: new URL(line('API')),
      ca: readFileSync(line('CA'), 'utf8'),
      password: /password: (\S+)/.exec(line('Admin'))?.[1],
      seconds,
    }
  }

  /** Asks npm alone to stop, as a supervisor does. @returns the exit code */
  async stop(signal: NodeJS.Signals): Promise<number | null> {
    const closed = once(this.#child, 'close')
    this.#child.kill(signal)
    const [code] = await closed
    return code
  }
}

function secondsSince(started: number): number {
  return Math.round((performance.now() - started) / 10) / 100
}

function pick(env: NodeJS.ProcessEnv, names: readonly string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.filter((name) => env[name] !== undefined).map((name) => [name, env[name]]))
}
