import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder, with its bytes. */
export function allFiles(folder: string): { readonly path: string; readonly content: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .flatMap((path) => readIfThere(path))
}

/** A running Weir removes what it no longer needs, between the listing and the reading too. */
function readIfThere(path: string): { path: string; content: Buffer }[] {
  try {
    return [{ path, content: readFileSync(path) }]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
