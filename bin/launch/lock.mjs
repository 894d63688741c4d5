import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { say } from './npm.mjs'

const POLL_MS = 250
/** A lock without an owner is one whose maker died between two system calls, unless it is this young. */
const OWNERLESS_MS = 5_000

/**
 * Runs `work` while no other launcher installs anything here. The lock is a folder (made atomically on every system) that lists
 * the processes using it: this one and the npm it runs, which goes on installing when this one is killed. Once all of
 * them are gone the lock is taken over.
 *
 * @template T
 * @param {string} folder
 * @param {(addOwner: (pid: number) => void) => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withInstallLock(folder, work) {
  mkdirSync(dirname(folder), { recursive: true })
  for (let told = false; !acquire(folder); ) {
    if (isAbandoned(folder)) takeOver(folder)
    else if (!told) {
      say(`another start is installing here; waiting for it (if there is none, delete ${folder})`)
      told = true
    }
    await sleep(POLL_MS)
  }
  try {
    return await work((pid) => addOwner(folder, pid))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function acquire(folder) {
  if (!makeFolder(folder)) return false
  addOwner(folder, process.pid)
  return true
}

/**
 * @param {string} folder
 * @param {number} pid
 */
function addOwner(folder, pid) {
  appendFileSync(join(folder, 'owners'), `${pid}\n`)
}

/** @param {string} folder */
function isAbandoned(folder) {
  try {
    const owners = readFileSync(join(folder, 'owners'), 'utf8').split('\n').filter(Boolean).map(Number)
    return !owners.some(isAlive)
  } catch {
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
    return made !== undefined && Date.now() - made > OWNERLESS_MS
  }
}

/**
 * In a container that was killed and started again, our own number may be the dead owner's.
 * @param {number} pid
 */
function isAlive(pid) {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/**
 * Of several that see the same abandoned lock only one removes it, and looks again before it does: otherwise a slow one
 * would remove the lock that a quick one has made in its place.
 * @param {string} folder
 */
function takeOver(folder) {
  const guard = `${folder}.takeover`
  if (!makeFolder(guard)) {
    const made = statSync(guard, { throwIfNoEntry: false })?.mtimeMs
    if (made !== undefined && Date.now() - made > OWNERLESS_MS) rmSync(guard, { recursive: true, force: true })
    return
  }
  try {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
  } finally {
    rmSync(guard, { recursive: true, force: true })
  }
}

/** @param {string} folder */
function makeFolder(folder) {
  try {
    mkdirSync(folder)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
