import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export interface ProjectFile {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** What is installed, fetched or written at run time: nothing of it is in the repository. */
const NOT_OURS = new Set(['.node', '.git', 'data', 'coverage', 'dist'])

/** Every text file of the project, whether it is committed yet or not. */
export function readProject(root: string): ProjectFile[] {
  const files: ProjectFile[] = []
  const visit = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      const isOurs = entry.name !== 'node_modules' && !(folder === root && NOT_OURS.has(entry.name))
      if (entry.isDirectory() && isOurs) visit(path)
      if (!entry.isFile()) continue
      const bytes = readFileSync(path)
      if (!bytes.includes(0))
        files.push({ path: relative(root, path).split(sep).join('/'), text: bytes.toString('utf8') })
    }
  }
  visit(root)
  return files
}
