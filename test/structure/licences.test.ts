import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { LOCKS, licenceProblems } from '../../bin/check/licences.ts'

const lockOf = (license: string | undefined) =>
  JSON.stringify({ packages: { '': {}, 'node_modules/a/node_modules/@b/c': { version: '1.0.0', license } } })

for (const [license, isFine] of [
  ['MIT', true],
  ['(BSD-3-Clause OR GPL-2.0)', true],
  ['(MIT AND CC0-1.0)', true],
  ['GPL-3.0', false],
  ['(MIT AND GPL-2.0)', false],
  ['SEE LICENSE IN FILE', false],
  [undefined, false],
] as const) {
  test(`a package under ${license ?? 'no licence'} is ${isFine ? 'accepted' : 'named'}`, (t) => {
    const problems = licenceProblems(lockOf(license))
    t.is(problems.length, isFine ? 0 : 1)
    if (!isFine) t.regex(problems[0] ?? '', /^@b\/c 1\.0\.0: /)
  })
}

test('tools count only where they are asked for', (t) => {
  const lock = JSON.stringify({ packages: { 'node_modules/a': { version: '1.0.0', license: 'MPL-2.0', dev: true } } })
  t.is(licenceProblems(lock).length, 1)
  t.deepEqual(licenceProblems(lock, { withTools: false }), [])
})

for (const [lock, which] of Object.entries(LOCKS)) {
  test(`every package of ${lock} ${which.withTools ? '' : 'that is passed on '}has a permissive licence`, (t) => {
    t.deepEqual(licenceProblems(readFileSync(new URL(`../../${lock}`, import.meta.url), 'utf8'), which), [])
  })
}

test('every lock file is held to the list, but those whose packages go nowhere', (t) => {
  const root = join(import.meta.dirname, '../..')
  const locks = globSync('**/package-lock.json', { cwd: root, exclude: ['**/node_modules', '.node'] })
  t.deepEqual(locks.filter((lock) => !/^(?:bench|test)\//.test(lock)).sort(), Object.keys(LOCKS).sort())
})
