import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { temporaryFolder } from '../support/temp.ts'

const PROJECT = join(import.meta.dirname, '../..')

/** What the imitated npm was asked: its arguments without those that are always the same, and what it saw. */
export interface NpmCall {
  readonly args: string
  readonly cwd: string
  readonly node: string
  readonly headers: string | undefined
  readonly firstOnPath: string
}

/** How the imitated npm behaves; it reads this anew at each call. */
export interface NpmBehaviour {
  readonly delayMs?: number
  /** It does nothing before `letNpmGoOn()`. */
  readonly waits?: boolean
  readonly exitCode?: number
  readonly output?: string
  /** The addon throws this when it is loaded after `npm install`, or after any command. */
  readonly addonFails?: { readonly after: 'install' | 'always'; readonly message: string }
}

/** In place of npm: does to node_modules what the launcher relies on, without a registry. */
const NPM = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } = require('node:fs')
const { delimiter, join } = require('node:path')
const root = __dirname
const [command, ...rest] = process.argv.slice(2)
const args = rest.filter((arg) => !['--no-audit', '--no-fund', '--loglevel=error'].includes(arg))
appendFileSync(join(root, 'calls'), JSON.stringify({
  args: [command, ...args].join(' '), cwd: process.cwd(), node: process.execPath,
  headers: process.env.npm_package_config_node_gyp_nodedir, firstOnPath: process.env.PATH.split(delimiter)[0],
}) + '\\n')
const { delayMs = 0, waits = false, exitCode = 0, output = '', addonFails } = JSON.parse(readFileSync(join(root, 'behaviour'), 'utf8'))
if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
const work = () => {
  if (waits && !existsSync(join(root, 'goes-on'))) return setTimeout(work, 10)
  process.stderr.write(output)
  if (exitCode !== 0) process.exit(exitCode)
  const node = args.find((arg) => arg.includes('@'))?.split('@')[0]
  if (node !== undefined) {
    mkdirSync(join('node_modules', node, 'bin'), { recursive: true })
    mkdirSync(join('node_modules', node, 'include', 'node'), { recursive: true })
    writeFileSync(join('node_modules', node, 'include', 'node', 'node.h'), '')
    symlinkSync(${JSON.stringify(process.execPath)}, join('node_modules', node, 'bin', 'node'))
    return
  }
  const broken = addonFails?.after === 'always' || addonFails?.after === command
  mkdirSync(join('node_modules', 'addon'), { recursive: true })
  writeFileSync(join('node_modules', 'addon', 'index.js'), broken ? 'throw new Error(' + JSON.stringify(addonFails.message) + ')' : '')
  if (args.includes('--include=dev')) {
    mkdirSync(join('node_modules', 'tool'), { recursive: true })
    writeFileSync(join('node_modules', 'tool', 'package.json'), '{"bin":{"tool":"cli.js"}}')
    writeFileSync(join('node_modules', 'tool', 'cli.js'), 'console.log("tool", ...process.argv.slice(2))')
  }
  writeFileSync(join('node_modules', '.package-lock.json'), '{}')
}
setTimeout(work, delayMs)
`

/** Pretends to be an older Node, to this process and those it starts. */
export const OLD_NODE = {
  NODE_OPTIONS: "--import=data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})",
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Launch {
  readonly process: ChildProcess
  readonly ended: Promise<Run>
  /** Resolves when standard output or standard error has this text. */
  printed(text: string): Promise<void>
}

export class Project {
  readonly root: string
  readonly #npm: string

  constructor(t: ExecutionContext) {
    this.root = temporaryFolder(t)
    this.#npm = join(this.root, 'npm')
    mkdirSync(this.#npm)
    writeFileSync(join(this.#npm, 'package.json'), '{"type":"commonjs"}')
    writeFileSync(join(this.#npm, 'npm-cli.js'), NPM)
    this.behave({})
    cpSync(join(PROJECT, 'bin/launch.mjs'), join(this.root, 'bin/launch.mjs'))
    cpSync(join(PROJECT, 'bin/launch'), join(this.root, 'bin/launch'), { recursive: true })
    this.write('package.json', '{"type":"module","allowScripts":{"addon":true,"denied":false}}')
    this.write('package-lock.json', '{"packages":1}')
    this.write('main.ts', 'process.stdout.write(["main", ...process.argv.slice(2)].join(" "))')
  }

  write(name: string, text: string): void {
    writeFileSync(join(this.root, name), text)
  }

  behave(behaviour: NpmBehaviour): void {
    writeFileSync(join(this.#npm, 'behaviour'), JSON.stringify(behaviour))
  }

  letNpmGoOn(): void {
    writeFileSync(join(this.#npm, 'goes-on'), '')
  }

  calls(): NpmCall[] {
    const file = join(this.#npm, 'calls')
    if (!existsSync(file)) return []
    // The last line may be under way.
    return readFileSync(file, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as NpmCall)
  }

  commands(): string[] {
    return this.calls().map(({ args }) => args)
  }

  async npmIsCalled(times = 1): Promise<void> {
    while (this.calls().length < times) await sleep(10)
  }

  start(args: readonly string[] = ['main.ts'], env: NodeJS.ProcessEnv = {}, options: SpawnOptions = {}): Launch {
    const child = spawn(process.execPath, [join(this.root, 'bin/launch.mjs'), ...args], {
      cwd: this.root,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...options,
      env: { PATH: process.env.PATH, npm_execpath: join(this.#npm, 'npm-cli.js'), ...env },
    })
    return watch(child)
  }

  run(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<Run> {
    return this.start(args, env).ended
  }
}

export function watch(child: ChildProcess): Launch {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, stdout, stderr }))
  return {
    process: child,
    ended,
    async printed(text) {
      while (!stdout.includes(text) && !stderr.includes(text)) {
        if (child.exitCode !== null) throw new Error(`ended without printing ${text}: ${stdout}${stderr}`)
        await sleep(10)
      }
    },
  }
}
