import { readFileSync } from 'node:fs'
import test from 'ava'
import { licenceProblems } from '../../bin/check/licences.ts'

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

for (const lock of ['package-lock.json', 'site/package-lock.json', 'tier3/model/runtime/package-lock.json']) {
  test(`every package of ${lock} has a permissive licence`, (t) => {
    t.deepEqual(licenceProblems(readFileSync(new URL(`../../${lock}`, import.meta.url), 'utf8')), [])
  })
}
