import { execFileSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @returns the folders on PATH that have this command, in order */
export function foldersWith(command: string, path: string = process.env.PATH ?? ''): string[] {
  return path.split(delimiter).filter((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}

/** @returns the first folder on PATH whose Node has this major version or an older one */
export function folderWithNode(newestMajor: number): string | undefined {
  return foldersWith('node').find((folder) => {
    const version = execFileSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' })
    return Number(/^v(\d+)/.exec(version)?.[1]) <= newestMajor
  })
}
