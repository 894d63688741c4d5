import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { ConsoleFiles } from '../../api/console/files.ts'
import { consoleFits } from '../../bin/launch/console.mjs'
import { testWith } from '../support/optional.ts'
import { temporaryFolder } from '../support/temp.ts'
import { fileEndingWith, git, project, ROOT, release, sha256, withGit } from './release-project.ts'

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

const withVite = testWith(withGit, 'console')

withVite('the archive has the console built, the same each time, so that a start has nothing to build', async (t) => {
  const root = project(t)
  writeFileSync(join(root, '.gitignore'), 'node_modules\n/console/dist/\n')
  const isSource = (path: string) => !/[\\/](?:node_modules|dist)$/.test(path)
  for (const name of ['console', 'core'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, filter: isSource })
  copyFileSync(join(ROOT, 'tsconfig.json'), join(root, 'tsconfig.json'))
  symlinkSync(join(ROOT, 'console/node_modules'), join(root, 'console/node_modules'))
  git(root, 'add', '.')
  git(root, 'commit', '--quiet', '--message', 'the console')
  // Neither what was built before nor how this clone writes line ends is in it.
  mkdirSync(join(root, 'console/dist'))
  writeFileSync(join(root, 'console/dist/index.html'), 'of yesterday')
  const first = await release(root, join(temporaryFolder(t), 'first'))
  git(root, 'config', 'core.autocrlf', 'true')
  const second = await release(root, join(temporaryFolder(t), 'second'))
  const sums = (files: ReadonlyMap<string, Buffer>) => [...files].map(([name, bytes]) => `${name} ${sha256(bytes)}`)
  t.deepEqual(sums(second), sums(first))

  const folder = temporaryFolder(t)
  execFileSync('tar', ['-xz', '--strip-components=1', '-C', folder], { input: fileEndingWith(first, '.tar.gz') })
  t.true(consoleFits(folder))
  const page = new ConsoleFiles(join(folder, 'console/dist')).get()
  t.regex(page?.index.plain.toString() ?? '', /<script type="module"/)
  const scripts = [...(page?.assets.keys() ?? [])].filter((name) => name.endsWith('.js'))
  t.true(scripts.length > 20 && scripts.every((name) => page?.assets.get(name)?.brotli !== undefined))
  // The terms under which its packages may be passed on come with them.
  t.regex(
    readFileSync(join(folder, 'console/dist/licences.md'), 'utf8'),
    /react-dom[\s\S]*Permission is hereby granted/,
  )
  t.false(existsSync(join(folder, 'console/dist/.vite')))
  const { components } = JSON.parse(fileEndingWith(first, '.console.cdx.json').toString()) as {
    components: { name: string }[]
  }
  t.true(components.some(({ name }) => name === 'react-dom'))
  t.false(components.some(({ name }) => name === 'playwright-core'))

  appendFileSync(join(folder, 'console/messages/en.json'), ' ')
  t.false(consoleFits(folder), 'a change of the sources is built')
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
