import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runChild } from './child.mjs'
import { withInstallLock } from './lock.mjs'
import { InstallError, runNpm, say } from './npm.mjs'

/** What the build reads: with the same of all of this it makes the same console. */
const SOURCES = [
  ...['package-lock.json', 'index.html', 'vite.config.mjs', 'build', 'messages', 'src'].map(
    (name) => `console/${name}`,
  ),
  ...['core/catalogue', 'core/model', 'core/policy', 'core/risk.ts'],
]
/** So that a start, and one that is stopped again at once, has the processor for itself. */
const BEGINS_AFTER_MS = 2_000
const STOPS_WITHIN_MS = 3_000
/** Behind everything that the proxy does. */
const NICENESS = 10

/** @typedef {import('./node.mjs').SupportedNode} SupportedNode */

/**
 * Builds the console beside a running Weir. Weir needs none of it: what goes wrong is said in
 * one line, and the next start tries again.
 * @param {string} root
 * @param {SupportedNode} node
 * @returns {() => Promise<void>} ends it, wherever it is
 */
export function buildConsoleMeanwhile(root, node) {
  const children = new Set()
  let isStopped = false
  const work = sleep(BEGINS_AFTER_MS, undefined, { ref: false })
    .then(() => (isStopped ? undefined : buildConsole(root, node, (child) => void children.add(child))))
    .catch((error) => {
      if (!isStopped) say(`the console was not built, and Weir runs without it: ${messageOf(error)}`)
    })
  return async () => {
    isStopped = true
    for (const child of children) child.kill('SIGTERM')
    if (children.size > 0) await Promise.race([work, sleep(STOPS_WITHIN_MS)])
  }
}

/** @param {string} root */
export function consoleFits(root) {
  if (!existsSync(join(root, 'console', 'package-lock.json'))) return true
  const stamp = join(root, 'console', 'dist', '.stamp')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(root)
}

/**
 * @param {string} root
 * @param {SupportedNode} node
 * @param {(child: import('node:child_process').ChildProcess) => void} [onStart] gets each process that it starts
 */
export async function buildConsole(root, node, onStart = () => {}) {
  const folder = join(root, 'console')
  await withInstallLock(join(root, '.node', 'console-lock'), async (addOwner) => {
    // Another start may have built it meanwhile.
    if (consoleFits(root)) return
    if (!packagesFit(folder)) {
      const args = ['ci', '--omit=dev', '--ignore-scripts']
      await runNpm('installing what builds the console', args, {
        cwd: folder,
        node: node.executable,
        addOwner,
        onStart: begin,
      })
    }
    const stamp = stampOf(root)
    say('building the console')
    await build(folder, node, begin)
    const [built, target] = [join(folder, 'dist', 'next'), join(folder, 'dist')]
    moveUp(built, target)
    writeFileSync(join(target, '.stamp'), stamp)
    say('  the console is built')
  })

  /** @param {import('node:child_process').ChildProcess} child */
  function begin(child) {
    try {
      if (child.pid !== undefined) os.setPriority(child.pid, NICENESS)
    } catch {
      // It has ended already, or this system does not allow it.
    }
    onStart(child)
  }
}

/**
 * @param {string} folder
 * @param {SupportedNode} node
 * @param {(child: import('node:child_process').ChildProcess) => void} onStart
 */
async function build(folder, node, onStart) {
  let output = ''
  const args = [join(folder, 'node_modules/vite/bin/vite.js'), 'build', '--outDir', 'dist/next', '--emptyOutDir']
  // Under a test runner it would be another one, for which React is twice as large.
  const env = { ...process.env, NODE_ENV: 'production' }
  /** @type {import('node:child_process').SpawnOptions} */
  const options = { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }
  const { code, interrupted } = await runChild(node.executable, args, options, (child) => {
    onStart(child)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
  })
  if (interrupted) throw new InstallError('interrupted')
  if (code !== 0) throw new InstallError(`vite ended with ${code}: ${output.trim().split('\n').slice(-5).join(' ')}`)
}

/**
 * What was built takes the place of what was there, the page that names it last: the API takes that for the sign.
 * @param {string} built
 * @param {string} target
 */
function moveUp(built, target) {
  rmSync(join(target, 'assets'), { recursive: true, force: true })
  renameSync(join(built, 'assets'), join(target, 'assets'))
  for (const name of ['licences.md', 'index.html.br', 'index.html']) renameSync(join(built, name), join(target, name))
  rmSync(join(target, '.vite'), { recursive: true, force: true })
  renameSync(join(built, '.vite'), join(target, '.vite'))
  rmSync(built, { recursive: true, force: true })
}

/**
 * npm writes this file of its own last; having the developers' tools as well does no harm.
 * @param {string} folder
 */
function packagesFit(folder) {
  if (!existsSync(join(folder, 'node_modules', '.package-lock.json'))) return false
  const { dependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(folder, 'node_modules', name, 'package.json')
    return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version
  })
}

/** @param {string} root */
function stampOf(root) {
  const hash = createHash('sha256')
  /** @param {string} path */
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(`${path}/${name}`)
    else hash.update(`${path}\0`).update(readFileSync(full)).update('\0')
  }
  for (const path of SOURCES) add(path)
  return hash.digest('hex')
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error)
}
