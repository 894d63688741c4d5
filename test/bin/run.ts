import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of bin/ as users do, in a process of its own, with `input` on its standard input. */
export async function runBin(
  name: string,
  args: readonly string[],
  input = '',
  env: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const child = spawn(process.execPath, [`bin/${name}.ts`, ...args], { stdio: 'pipe', env: { ...process.env, ...env } })
  const closed = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  // A command that refuses its arguments does not read what it is given.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code, stdout, stderr }
}
