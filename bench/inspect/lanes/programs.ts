import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BenchError } from '../../errors.ts'

const HERE = import.meta.dirname
/** Beside Node and the linters: what is fetched or built once and belongs to nobody's commit. */
const BUILT = join(HERE, '../../../.node/bench')

/** A contestant in another language: where its sources are, which tool builds it, and what the build leaves. */
interface Recipe {
  readonly tool: 'cargo' | 'go'
  /** Where the tool's own installer puts it when it is not on the PATH. */
  readonly usualFolder: string
  readonly args: readonly string[]
  readonly folder: string
  readonly file: string
}

const RECIPES = {
  hudsucker: {
    tool: 'cargo',
    usualFolder: join(homedir(), '.cargo/bin'),
    args: ['build', '--release', '--locked', '--target-dir', join(BUILT, 'hudsucker')],
    folder: join(HERE, 'hudsucker'),
    file: join(BUILT, 'hudsucker/release/hudsucker-lane'),
  },
  goproxy: {
    tool: 'go',
    usualFolder: '/usr/local/go/bin',
    args: ['build', '-trimpath', '-o', join(BUILT, 'goproxy'), '.'],
    folder: join(HERE, 'goproxy'),
    file: join(BUILT, 'goproxy'),
  },
} as const satisfies Record<string, Recipe>

export type ProgramName = keyof typeof RECIPES

/** The tool that builds a program; undefined where this machine has none, so that the program cannot take part. */
export function builderOf(name: ProgramName): string | undefined {
  const { tool, usualFolder } = RECIPES[name]
  const folders = [...(process.env.PATH ?? '').split(delimiter), usualFolder]
  return folders.map((folder) => join(folder, tool)).find((file) => existsSync(file))
}

/**
 * Builds a program from the sources and versions pinned here; quick where nothing changed since.
 * @returns the file to run
 * @throws BenchError
 */
export function buildProgram(name: ProgramName): string {
  const { folder, args, file, tool } = RECIPES[name]
  const builder = builderOf(name)
  if (builder === undefined) throw new BenchError(`${name} needs ${tool}, which is not on this machine`)
  const { status, error } = spawnSync(builder, args, {
    cwd: folder,
    env: { ...process.env, CGO_ENABLED: '0' },
    // The report has stdout for itself.
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) throw new BenchError(`building ${name} failed (${error?.message ?? `exit ${status}`})`)
  return file
}
