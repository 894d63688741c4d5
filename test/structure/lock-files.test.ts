import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

const ROOT = join(import.meta.dirname, '../..')

interface LockedPackage {
  readonly version?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

type Packages = Readonly<Record<string, LockedPackage>>

/** True where Node finds `name` from the folder `from`: in its own node_modules, or in one above it. */
function isFound(packages: Packages, from: string, name: string): boolean {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (`${folder}${folder === '' ? '' : '/'}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}

/** What `npm ci` refuses: a package without a version, and a dependency that the lock does not hold (an optional one counts, too). */
function lockProblems(lock: string): readonly string[] {
  const { packages } = JSON.parse(lock) as { packages: Packages }
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(path !== '' && entry.version === undefined && entry.link !== true ? [`${path} has no version`] : []),
    ...Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isFound(packages, path, name))
      .map((name) => `${path === '' ? 'the project' : path} needs ${name}, which is not there`),
  ])
}

const LOCKS = globSync('**/package-lock.json', { cwd: ROOT, exclude: ['**/node_modules', '.node'] })

test('the lock files are found', (t) => {
  t.true(LOCKS.includes('package-lock.json') && LOCKS.includes('site/package-lock.json'), LOCKS.join(' '))
})

for (const lock of LOCKS) {
  test(`npm ci finds everything in ${lock}`, (t) => {
    t.deepEqual(lockProblems(readFileSync(join(ROOT, lock), 'utf8')), [])
  })
}

test('a package for another system that has no version, or is missing, is named', (t) => {
  const lock = {
    packages: {
      '': { dependencies: { rollup: '4.0.0' } },
      'node_modules/rollup': { version: '4.0.0', optionalDependencies: { '@rollup/a': '4.0.0', '@rollup/b': '4.0.0' } },
      'node_modules/rollup/node_modules/@rollup/a': {},
    },
  }
  t.deepEqual(lockProblems(JSON.stringify(lock)), [
    'node_modules/rollup needs @rollup/b, which is not there',
    'node_modules/rollup/node_modules/@rollup/a has no version',
  ])
})
