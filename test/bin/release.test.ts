import { execFile, execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import test, { type ExecutionContext } from 'ava'
import { temporaryFolder } from '../support/temp.ts'
import { foldersWith } from '../support/tools.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const withGit =
  foldersWith('git').length > 0 && foldersWith('npm').length > 0
    ? test
    : (title: string, _body: unknown) => test.skip(`${title} (to run it: apt-get install git npm)`, () => {})

/** A clone with one commit: the real manifest and lock, and a file of each mode. */
function project(t: ExecutionContext): string {
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

function git(cwd: string, ...args: readonly string[]): string {
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

async function release(of: string, to: string): Promise<Map<string, Buffer>> {
  await run(process.execPath, [join(ROOT, 'bin/release.ts'), '--of', of, '--to', to])
  return new Map(readdirSync(to).map((name) => [name, readFileSync(join(to, name))] as const))
}

const sha256 = (bytes: Buffer | undefined) =>
  createHash('sha256')
    .update(bytes ?? '')
    .digest('hex')

function fileEndingWith(files: ReadonlyMap<string, Buffer>, end: string): Buffer {
  const found = [...files].find(([name]) => name.endsWith(end))
  if (found === undefined) throw new Error(`no file ends with ${end}`)
  return found[1]
}

withGit('two runs over one commit give identical bytes, in another clone with other settings too', async (t) => {
  const root = project(t)
  const first = await release(root, join(temporaryFolder(t), 'first'))
  const second = await release(root, join(temporaryFolder(t), 'second'))
  const clone = join(temporaryFolder(t), 'clone')
  git(root, 'clone', '--quiet', root, clone)
  for (const [name, value] of [
    ['tar.umask', '0077'],
    ['core.autocrlf', 'true'],
  ] as const) {
    git(clone, 'config', name, value)
  }
  const third = await release(clone, join(temporaryFolder(t), 'third'))
  t.deepEqual([...first.keys()].length, 4)
  const sums = (files: ReadonlyMap<string, Buffer>) => [...files].map(([name, bytes]) => `${name} ${sha256(bytes)}`)
  t.deepEqual(sums(second), sums(first))
  t.deepEqual(sums(third), sums(first))
})

withGit('the archive has the committed files, and the checksums and the provenance name what was made', async (t) => {
  const root = project(t)
  const files = await release(root, join(temporaryFolder(t), 'release'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  const archive = files.get(`weir-${version}.tar.gz`)
  const listing = execFileSync('tar', ['-t'], { input: gunzipSync(archive ?? Buffer.alloc(0)), encoding: 'utf8' })
  for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'bin/run']) {
    t.true(listing.split('\n').includes(`weir-${version}/${name}`), name)
  }

  const sums = files.get('SHA256SUMS')?.toString().trim().split('\n') ?? []
  t.is(sums.length, 3)
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    t.is(sum, sha256(files.get(name)), name)
  }

  const statement = JSON.parse(fileEndingWith(files, '.provenance.json').toString())
  t.is(statement._type, 'https://in-toto.io/Statement/v1')
  t.is(statement.predicate.buildDefinition.resolvedDependencies[0].digest.gitCommit, git(root, 'rev-parse', 'HEAD'))
  for (const { name, digest } of statement.subject) t.is(digest.sha256, sha256(files.get(name)), name)
})

withGit('the SBOM lists the packages of production with their versions and licences, and no tools', async (t) => {
  const root = project(t)
  const files = await release(root, join(temporaryFolder(t), 'release'))
  const { bomFormat, components } = JSON.parse(fileEndingWith(files, '.cdx.json').toString()) as {
    bomFormat: string
    components: { name: string; version: string; purl: string; licenses?: unknown[] }[]
  }
  t.is(bomFormat, 'CycloneDX')
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean }>
  }
  const locked = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version }]) => `pkg:npm/${path.split('node_modules/').at(-1)?.replace('@', '%40')}@${version}`)
  t.deepEqual(components.map(({ purl }) => purl).toSorted(), [...new Set(locked)].toSorted())
  for (const { name, licenses } of components) t.true((licenses?.length ?? 0) > 0, `${name} has no licence`)
  for (const name of ['ava', '@biomejs/biome']) t.false(components.some((component) => component.name === name))
})

withGit('a clone with changes that are not committed is refused', async (t) => {
  const root = project(t)
  writeFileSync(join(root, 'new.txt'), '')
  const error = await t.throwsAsync<Error & { code: number; stderr: string }>(
    release(root, join(temporaryFolder(t), 'release')),
  )
  t.is(error?.code, 1)
  t.regex(error?.stderr ?? '', /not committed/)
})
