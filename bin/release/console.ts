import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildConsole } from '../launch/console.mjs'
import { findNode } from '../launch/node.mjs'

/** The built console, as folders of the archive and the files that are added to each. */
export type BuiltFiles = ReadonlyMap<string, readonly string[]>

/**
 * Builds the console from the files of a commit, apart from the clone: what lies about there, and how its Git writes line
 * ends, changes nothing. The clone's packages of the console are used if they fit, otherwise they are installed.
 * @param use gets the built files, which are deleted afterwards
 */
export async function withBuiltConsole<T>(root: string, commit: string, use: (built: BuiltFiles) => T): Promise<T> {
  if (!existsSync(join(root, 'console', 'package-lock.json'))) return use(new Map())
  const folder = mkdtempSync(join(tmpdir(), 'weir-console-'))
  try {
    const settings = ['-c', 'core.autocrlf=false', '-c', 'core.attributesFile=/dev/null']
    const tar = join(folder, 'sources.tar')
    execFileSync('git', [...settings, 'archive', '--output', tar, commit], { cwd: root })
    execFileSync('tar', ['-xf', tar, '-C', folder])
    const packages = join(root, 'console', 'node_modules')
    if (existsSync(packages)) symlinkSync(packages, join(folder, 'console', 'node_modules'))
    const node = findNode(root)
    if (node === undefined) throw new Error('no Node that can build the console')
    await buildConsole(folder, node)
    return use(filesBelow(join(folder, 'console', 'dist'), 'console/dist/'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The files of a folder by the folders that they are in, in one order everywhere. Vite's own notes are left out. */
function filesBelow(folder: string, path: string, found = new Map<string, string[]>()): Map<string, string[]> {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => name !== '.vite')
  entries.sort((one, other) => (one.name < other.name ? -1 : 1))
  for (const entry of entries) {
    const full = join(folder, entry.name)
    if (entry.isDirectory()) filesBelow(full, `${path}${entry.name}/`, found)
    else found.set(path, [...(found.get(path) ?? []), full])
  }
  return found
}
