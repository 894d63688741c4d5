import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import test from 'ava'
import { hiddenImportProblems } from '../../bin/check/hidden-imports.ts'
import { readProject } from '../../bin/check/project-files.ts'
import { temporaryFolder } from '../support/temp.ts'

const ROOT = join(import.meta.dirname, '../..')
const RULES = join(ROOT, 'bin/check/dependencies.cjs')
const CRUISER = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

/** A file of a small project, what it says, and the rule that it breaks. */
type Case = readonly [path: string, text: string, rule: string | undefined]

const CASES: readonly Case[] = [
  ['core/a.ts', "import { b } from '../proxy/b.ts'", 'what-core-may-import'],
  ['core/inspect/a.ts', "import { b } from '../../config/settings.ts'", 'what-core-may-import'],
  ['core/inspect/a.ts', "import { b } from '../errors.ts'", undefined],
  ['core/a.ts', "import { createHash } from 'node:crypto'", undefined],
  ['core/a.ts', "import { readFileSync } from 'node:fs'", 'core-does-no-input-or-output'],
  ['core/a.ts', "import { readFile } from 'fs/promises'", 'core-does-no-input-or-output'],
  ['core/a.ts', "import net from 'node:net'", 'core-does-no-input-or-output'],
  ['core/a.ts', "import http from 'node:http'", 'core-does-no-input-or-output'],
  ['core/a.ts', "import { env } from 'node:process'", 'core-does-no-input-or-output'],
  ['core/a.ts', "import { setTimeout } from 'node:timers/promises'", 'core-does-no-input-or-output'],
  ['core/a.ts', "import { z } from 'zod'", undefined],
  ['core/a.ts', "import { pino } from 'pino'", 'core-uses-pure-packages-only'],
  ['certs/a.ts', "import type { B } from '../core/b.ts'", undefined],
  ['certs/a.ts', "import type { B } from '../config/b.ts'", 'what-certs-may-import'],
  ['config/a.ts', "import type { B } from '../certs/b.ts'", 'what-config-may-import'],
  ['config/a.ts', "import { readFileSync } from 'node:fs'", undefined],
  ['tier3/a.ts', "import type { B } from '../core/b.ts'\nimport { c } from '../config/c.ts'", undefined],
  ['tier3/a.ts', "import { b } from '../proxy/b.ts'", 'what-tier3-may-import'],
  ['tier3/a.ts', "import { b } from '../api/b.ts'", 'what-tier3-may-import'],
  ['core/a.ts', "import { b } from '../tier3/b.ts'", 'what-core-may-import'],
  ['proxy/a.ts', "import { b } from '../tier3/b.ts'", undefined],
  ['api/a.ts', "import { b } from '../tier3/b.ts'", undefined],
  ['proxy/a.ts', "import { b } from '../api/b.ts'", 'what-proxy-may-import'],
  ['proxy/a.ts', "import type { B } from '../api/b.ts'", 'what-proxy-may-import'],
  ['proxy/a.ts', "export * from '../api/b.ts'", 'what-proxy-may-import'],
  ['proxy/a.ts', "import '../api/b.ts'", 'what-proxy-may-import'],
  ['proxy/a.ts', "const b = await import('../api/b.ts')", 'what-proxy-may-import'],
  ['proxy/a.ts', "import {\n  b,\n  type C,\n} from '../api/b.ts'", 'what-proxy-may-import'],
  ['proxy/deep/a.ts', "import { b } from '../../proxy/../api/b.ts'", 'what-proxy-may-import'],
  ['proxy/a.ts', "import { b } from '../certs/b.ts'\nimport { c } from '../config/c.ts'", undefined],
  ['api/a.ts', "import { b } from '../proxy/b.ts'", 'what-api-may-import'],
  ['bin/a.ts', "import { b } from '../proxy/b.ts'", 'what-bin-may-import'],
  ['api/a.ts', "import { b } from '../test/support/b.ts'", 'what-api-may-import'],
  ['core/a.ts', "import { b } from '../bench/b.ts'", 'what-core-may-import'],
  ['main.ts', "import { b } from './test/b.ts'", 'what-main.ts-may-import'],
  ['test/a.test.ts', "import { b } from '../bench/b.ts'\nimport test from 'ava'", undefined],
  ['api/a.ts', "import Router from '@koa/router'", undefined],
  ['api/a.ts', "import OpenAI from 'openai'", 'only-dependencies-proper'],
  ['bin/launch/a.mjs', "import ava from 'ava'", 'only-dependencies-proper'],
  ['extras/a.ts', "import { b } from './b.ts'", 'no-rule-for-this-area'],
]

const CIRCLES: readonly (readonly [path: string, text: string])[] = [
  ['proxy/circle/one.ts', "import type { Two } from './two.ts'\nexport interface One { two: Two }"],
  ['proxy/circle/two.ts', "import type { One } from './one.ts'\nexport interface Two { one: One }"],
  ['api/left/a.ts', "import { b } from '../right/b.ts'\nexport const a = b"],
  ['api/left/c.ts', 'export const c = 1'],
  ['api/right/b.ts', 'export const b = 1'],
  ['api/right/d.ts', "import { c } from '../left/c.ts'\nexport const d = c"],
]

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[]
  }
}

/** A project of these files beside the real packages, and what the project's own rules say of it. */
function cruise(folder: string, files: ReadonlyMap<string, string>): Report['summary']['violations'] {
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  copyFileSync(join(ROOT, 'package.json'), join(folder, 'package.json'))
  const folders = [...new Set([...files.keys()].map((path) => path.split('/', 1)[0] ?? path))]
  const args = [CRUISER, '--config', RULES, '--output-type', 'json', ...folders]
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return (JSON.parse(stdout) as Report).summary.violations
}

test('each import that breaks a rule is named with that rule, and no other is', (t) => {
  const files = new Map<string, string>()
  const expected: Record<string, string[]> = {}
  for (const [index, [path, text, rule]] of CASES.entries()) {
    const file = path.replace(/a(?=(?:\.test)?\.m?ts$)/, `case-${index}`)
    files.set(file, text)
    expected[file] = rule === undefined ? [] : [rule]
    for (const [, target = ''] of text.matchAll(/'(\.[^']+)'/g)) {
      const stub = posix.normalize(posix.join(posix.dirname(file), target))
      if (!files.has(stub))
        files.set(stub, 'export const b = 1\nexport const c = 1\nexport type B = 1\nexport type C = 1\n')
    }
  }
  const violations = cruise(temporaryFolder(t), files)
  for (const [index, [, text]] of CASES.entries()) {
    const file = Object.keys(expected)[index] ?? ''
    const rules = violations.filter(({ from }) => from === file).map(({ rule }) => rule.name)
    t.deepEqual(rules, expected[file], `${file}: ${text}`)
  }
})

test('circles between files and between folders are found, types included', (t) => {
  const rules = cruise(temporaryFolder(t), new Map(CIRCLES)).map(({ rule, from }) => `${rule.name} ${from}`)
  t.true(
    rules.some((line) => /^no-circle-of-files proxy\/circle\/(?:one|two)\.ts$/.test(line)),
    rules.join('\n'),
  )
  t.true(
    rules.some((line) => /^no-circle-of-folders api\/(?:left|right)$/.test(line)),
    rules.join('\n'),
  )
})

const check = test.macro<[path: string, text: string, expected: RegExp | undefined]>({
  exec(t, path, text, expected) {
    const problems = hiddenImportProblems([{ path, text }])
    if (expected === undefined) t.deepEqual(problems, [])
    else {
      t.is(problems.length, 1, problems.join('\n'))
      t.regex(problems[0] ?? '', expected)
      t.true(problems[0]?.startsWith(`${path}: `))
    }
  },
  title: (_, path = '', text = '', expected = undefined) =>
    `${path.split('/')[0]} ${expected === undefined ? 'may' : 'may not'} say ${text.replaceAll('\n', ' ')}`,
})

test(check, 'core/a.ts', "import { randomUUID } from 'node:crypto'\nrandomUUID()", /uses randomUUID\(; core gets/)
test(check, 'core/a.ts', 'const now = Date.now()', /uses Date\.now\(/)
test(check, 'core/a.ts', 'const now = new Date()', /uses new Date\(\)/)
test(check, 'core/a.ts', 'const day = new Date(given)', undefined)
test(check, 'core/a.ts', 'const home = process.env', /uses process\.env/)
test(check, 'core/a.ts', "const example = 'process.env.TOKEN'", undefined)
test(check, 'core/a.ts', '// Date.now() is an argument here', undefined)
test(check, 'proxy/a.ts', "new Worker(new URL('../api/b.ts', import.meta.url))", /proxy may not use api/)

test('nothing of the project breaks a rule that is no import', (t) => {
  const files = readProject(ROOT)
  t.true(files.some(({ path }) => path === 'main.ts'))
  t.deepEqual(hiddenImportProblems(files), [])
})
