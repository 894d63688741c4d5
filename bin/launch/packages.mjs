import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { INTERRUPTED, InstallError, runNpm, say } from './npm.mjs'

const UNFINISHED = 'unfinished\n'
const WITH_TOOLS = 'with tools\n'

/**
 * The stamp says for which lock and which Node node_modules was installed, and whether the developers' tools are in it.
 * It is written last, so what was interrupted has none that fits.
 * @param {string} root
 */
function stampFile(root) {
  return join(root, 'node_modules', '.weir-installed')
}

/**
 * @param {string} root
 * @param {import('./node.mjs').SupportedNode} node
 * @param {boolean} tools
 */
function stampOf(root, node, tools) {
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  return `${lock} ${node.addons} ${tools ? WITH_TOOLS : 'without tools\n'}`
}

/** @param {string} root */
function readStamp(root) {
  return existsSync(stampFile(root)) ? readFileSync(stampFile(root), 'utf8') : undefined
}

/**
 * A file of its own each time: node_modules may be a copy of another one whose files are the same ones by hard links.
 * @param {string} root
 * @param {string} stamp
 */
function writeStamp(root, stamp) {
  const draft = `${stampFile(root)}.${process.pid}`
  writeFileSync(draft, stamp)
  renameSync(draft, stampFile(root))
}

/**
 * @param {string} root
 * @param {import('./node.mjs').SupportedNode} node
 * @param {boolean} tools whether the developers' tools are needed; having them does no harm
 */
export function packagesFit(root, node, tools) {
  // An image has the packages that it was built with, and no lock to compare them to.
  if (!existsSync(join(root, 'package-lock.json'))) return existsSync(join(root, 'node_modules'))
  const stamp = readStamp(root)
  return stamp === stampOf(root, node, true) || (!tools && stamp === stampOf(root, node, false))
}

/**
 * Brings node_modules in line with the lock. Where something complete is there already (fewer packages, another lock, a
 * plain `npm ci`), only the difference is installed, which spares compiling re2 again; if the addons then do not load,
 * and where nothing complete is there, everything is installed anew.
 * @param {string} root
 * @param {import('./node.mjs').SupportedNode} node
 * @param {boolean} tools
 * @param {(pid: number) => void} addOwner
 */
export async function installPackages(root, node, tools, addOwner) {
  const before = readStamp(root)
  const withTools = tools || before?.endsWith(WITH_TOOLS) === true
  // re2 is compiled with -g, which makes it slower to build and thirteen times as large; nobody debugs it here.
  process.env.CXXFLAGS ??= '-g0'
  const run = (/** @type {string} */ task, /** @type {string[]} */ ...command) =>
    runNpm(task, [...command, withTools ? '--include=dev' : '--omit=dev'], {
      cwd: root,
      node: node.executable,
      addOwner,
    })

  // npm writes this file of its own last.
  const complete = existsSync(join(root, 'node_modules', '.package-lock.json')) && before !== UNFINISHED
  let failure
  if (complete) {
    writeStamp(root, UNFINISHED)
    try {
      await run('installing the packages that are missing', 'install', '--no-save')
    } catch (error) {
      // npm takes back what it began, unless it was interrupted.
      if (before !== undefined && !(error instanceof InstallError && error.exitCode === INTERRUPTED))
        writeStamp(root, before)
      throw error
    }
    failure = loadFailure(root, node)
    if (failure !== undefined) say('the compiled packages are for another Node')
  }
  if (!complete || failure !== undefined) {
    await run('installing the packages (re2 is compiled, which takes one to four minutes)', 'ci')
    failure = loadFailure(root, node)
  }
  if (failure !== undefined) {
    throw new InstallError(`${failure}; if npm is configured with ignore-scripts, set it to false for this folder`)
  }
  writeStamp(root, stampOf(root, node, withTools))
}

/**
 * npm reports success when an install script was not allowed to run, or compiled for another Node. So each package that has
 * such a script is loaded once.
 * @param {string} root
 * @param {import('./node.mjs').SupportedNode} node
 * @returns {string | undefined} what is wrong
 */
function loadFailure(root, node) {
  const { allowScripts = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const [name, allowed] of Object.entries(allowScripts)) {
    if (!allowed) continue
    try {
      execFileSync(node.executable, ['-e', `require(${JSON.stringify(name)})`], { cwd: root, stdio: 'pipe' })
    } catch (error) {
      const printed = error instanceof Error && 'stderr' in error ? String(error.stderr) : ''
      const cause = /^\w*Error: .*$/m.exec(printed)?.[0] ?? 'it ends Node'
      return `${name} was installed but does not load (${cause})`
    }
  }
  return undefined
}
