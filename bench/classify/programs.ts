import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { BenchError } from '../errors.ts'
import type { Span } from './corpora.ts'

/** A scanner that is a program of its own: it is given a folder of files. */
export interface Program {
  readonly name: string
  /** What brings it here, where it is not. */
  readonly install: string
  /** An environment variable with its path; without one it is looked for on the PATH. */
  readonly variable: string
}

export const PROGRAMS: readonly Program[] = [
  {
    name: 'gitleaks',
    variable: 'GITLEAKS',
    install: 'go install github.com/zricethezav/gitleaks/v8@latest',
  },
  {
    name: 'betterleaks',
    variable: 'BETTERLEAKS',
    install: 'go install github.com/betterleaks/betterleaks@latest',
  },
]

/** How the program is called; undefined where it is not installed. */
export function commandOf({ name, variable }: Program): string | undefined {
  const command = process.env[variable] ?? name
  return spawnSync(command, ['version'], { stdio: 'ignore' }).status === 0 ? command : undefined
}

export interface Scan {
  /** User and system time of the program, less what it takes for a folder with nothing in it. */
  readonly cpuMicros: number
  /** By text. */
  readonly found: readonly (readonly Span[])[]
}

/** @throws BenchError */
export function scan(command: string, texts: readonly string[]): Scan {
  const folder = mkdtempSync(join(tmpdir(), 'weir-bench-'))
  try {
    const idle = run(command, folder, 'idle', [])
    const busy = run(command, folder, 'texts', texts)
    return { cpuMicros: Math.max(1, busy.cpuMicros - idle.cpuMicros), found: busy.found }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Leak {
  readonly File: string
  readonly Secret: string
}

function run(command: string, folder: string, name: string, texts: readonly string[]): Scan {
  const source = join(folder, name)
  mkdirSync(source)
  for (const [index, text] of texts.entries()) writeFileSync(join(source, `${index}.txt`), text)
  const report = join(folder, `${name}.json`)
  // Only a shell tells what a child took: Node counts its own time alone.
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1'
  const args = [command, 'dir', source, '--no-banner', '--exit-code', '0', '-f', 'json', '-r', report]
  const { status, stderr, error } = spawnSync('bash', ['-c', script, 'bash', ...args], { encoding: 'utf8' })
  const times = /([0-9.]+) ([0-9.]+)\s*$/.exec(stderr ?? '')
  if (status !== 0 || times === null) throw new BenchError(`${command} failed (${error?.message ?? `exit ${status}`})`)
  const found: Span[][] = texts.map(() => [])
  // Where nothing is found one writes [], another null, or nothing at all.
  const leaks = (JSON.parse(readFileSync(report, 'utf8') || 'null') ?? []) as Leak[]
  for (const { File, Secret } of leaks) {
    const index = Number(basename(File, '.txt'))
    // Reports give lines and columns in bytes: the value itself leads to its place.
    const start = texts[index]?.indexOf(Secret) ?? -1
    if (start !== -1) found[index]?.push({ start, end: start + Secret.length })
  }
  return { cpuMicros: (Number(times[1]) + Number(times[2])) * 1e6, found }
}
