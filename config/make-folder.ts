import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing, all with this mode. Level by level: Node's own recursive mkdir never
 * returns where a file system answers ENOENT for a new name, as /proc does.
 * @throws the file system's error, of the first level that cannot be made
 */
export function makeFolder(path: string, mode = 0o700): void {
  // A link to a folder is one.
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const parent = dirname(path)
  if (parent !== path) makeFolder(parent, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have been quicker.
    const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory()
    if (!isThere) throw error
  }
}
