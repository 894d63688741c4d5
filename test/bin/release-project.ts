import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { testWith } from '../support/optional.ts'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'

export const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
export const withGit = testWith(test, 'git')

/** A clone with one commit: the real manifest and lock, and a file of each mode. */
export function project(t: Scope): string {
  const root = temporaryFolder(t)
  for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md'])
    copyFileSync(join(ROOT, name), join(root, name))
  mkdirSync(join(root, 'bin'))
  writeFileSync(join(root, 'bin', 'run'), '#!/bin/sh\n', { mode: 0o755 })
  git(root, 'init', '--quiet', '.')
  git(root, 'add', '.')
  git(root, 'commit', '--quiet', '--message', 'all of it')
  return root
}

export function git(cwd: string, ...args: readonly string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'A',
    GIT_AUTHOR_EMAIL: 'a@example.com',
    GIT_COMMITTER_NAME: 'A',
    GIT_COMMITTER_EMAIL: 'a@example.com',
  }
  return execFileSync('git', args, { cwd, env, encoding: 'utf8' }).trim()
}

/** The files that `npm run release` makes, by name. */
export async function release(of: string, to: string): Promise<Map<string, Buffer>> {
  await run(process.execPath, [join(ROOT, 'bin/release.ts'), '--of', of, '--to', to])
  return new Map(readdirSync(to).map((name) => [name, readFileSync(join(to, name))] as const))
}

export const sha256 = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

export function fileEndingWith(files: ReadonlyMap<string, Buffer>, end: string): Buffer {
  const found = [...files].find(([name]) => name.endsWith(end))
  if (found === undefined) throw new Error(`no file ends with ${end}`)
  return found[1]
}
