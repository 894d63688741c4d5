import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Every file below a folder, with its bytes. */
export function allFiles(folder: string): { readonly path: string; readonly content: Buffer }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path, content: readFileSync(path) }))
}
