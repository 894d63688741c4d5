import { runChild } from './child.mjs'

const PROGRESS_MS = 10_000
/** npm's output is kept to explain a failure; a compiler's can be long, and its end says most. */
const KEPT_CHARACTERS = 200_000
const SHOWN_LINES = 20
/** The exit code of what was stopped by Ctrl-C. */
export const INTERRUPTED = 130

/** A failure that is explained by its message alone. */
export class InstallError extends Error {
  /**
   * @param {string} message one sentence that says what to do
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message)
    this.name = 'InstallError'
    this.exitCode = exitCode
  }
}

/** @param {string} line */
export function say(line) {
  process.stderr.write(`weir: ${line}\n`)
}

/**
 * Runs npm silently but for a sign of life every ten seconds. When it fails, shows the end of what it printed and throws
 * an InstallError that names the likely cause.
 *
 * @param {string} task what is being done, as in "installing the packages"
 * @param {readonly string[]} args without spaces or characters that a shell reads: on Windows npm is a batch file
 * @param {{ cwd: string, node: string, addOwner: (pid: number) => void,
 *   onStart?: (child: import('node:child_process').ChildProcess) => void }} options `node` is the executable npm runs on
 */
export async function runNpm(task, args, options) {
  say(task)
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  const progress = setInterval(() => say(`  still ${task.split(/[:;(]/, 1)[0]?.trim()}, ${seconds()} s`), PROGRESS_MS)
  let output = ''
  /** @param {Buffer} chunk */
  const keep = (chunk) => {
    output = (output + chunk).slice(-KEPT_CHARACTERS)
  }
  try {
    const { command, prefix, shell } = npmCommand(options.node)
    const { code, interrupted } = await runChild(
      command,
      [...prefix, ...args, '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: options.cwd, shell, stdio: ['ignore', 'pipe', 'pipe'] },
      (child) => {
        if (child.pid !== undefined) options.addOwner(child.pid)
        options.onStart?.(child)
        child.stdout?.on('data', keep)
        child.stderr?.on('data', keep)
      },
    )
    if (interrupted) throw new InstallError('interrupted; the next start takes it up again', INTERRUPTED)
    if (code !== 0) {
      process.stderr.write(`${output.trimEnd().split('\n').slice(-SHOWN_LINES).join('\n')}\n`)
      throw new InstallError(causeOf(output, code))
    }
    say(`  done in ${seconds()} s`)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new InstallError('npm was not found on PATH; install it, or a Node that brings it, and start again')
    }
    throw error
  } finally {
    clearInterval(progress)
  }
}

/**
 * Under `npm start` the npm that runs is known; otherwise the one on PATH, which its first line starts with the first Node on PATH.
 * @param {string} node
 */
function npmCommand(node) {
  const cli = process.env.npm_execpath
  if (cli?.endsWith('npm-cli.js')) return { command: node, prefix: [cli], shell: false }
  return { command: 'npm', prefix: [], shell: process.platform === 'win32' }
}

/** In this order: a failed compile comes with harmless network errors of the download that was tried before. */
const CAUSES = /** @type {const} */ ([
  [/gyp ERR! .*(ENOTFOUND|EAI_AGAIN|ECONN|ETIMEDOUT|FetchError)/, 'the headers of this Node could not be downloaded'],
  [
    /gyp ERR!|not found: make/,
    're2 could not be compiled; it needs a C++20 compiler, make and Python 3 (Debian: apt-get install g++ make python3)',
  ],
  [/ENOSPC/, 'the disk is full'],
  [/EACCES|EPERM|EROFS/, 'a file or folder may not be written by this user'],
  [/\bE404\b|ETARGET/, 'the package registry does not have what is needed'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONN|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|CERT|SELF_SIGNED/,
    'the package registry could not be reached; check the network, and npm’s proxy and certificate settings',
  ],
  [/EUSAGE/, 'package.json and package-lock.json do not agree'],
])

/**
 * @param {string} output
 * @param {number} code
 */
function causeOf(output, code) {
  const cause = CAUSES.find(([pattern]) => pattern.test(output))?.[1]
  return cause === undefined ? `npm failed with exit code ${code}` : `installing failed: ${cause}`
}
