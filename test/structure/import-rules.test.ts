import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { importProblems } from '../../bin/check/import-rules.ts'
import { readProject } from '../../bin/check/project-files.ts'

const ROOT = join(import.meta.dirname, '../..')
const DEPENDENCIES = new Set(['zod', 'koa', '@koa/router', 'pino'])

const check = test.macro<[path: string, text: string, expected: RegExp | undefined]>({
  exec(t, path, text, expected) {
    const problems = importProblems([{ path, text }], DEPENDENCIES)
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

test(check, 'core/a.ts', "import { b } from '../proxy/b.ts'", /core may not use proxy/)
test(check, 'core/inspect/a.ts', "import { b } from '../../config/settings.ts'", /core may not use config/)
test(check, 'core/inspect/a.ts', "import { b } from '../errors.ts'", undefined)
test(check, 'core/a.ts', "import { createHash } from 'node:crypto'", undefined)
test(check, 'core/a.ts', "import { randomUUID } from 'node:crypto'\nrandomUUID()", /uses randomUUID\(; core gets/)
test(check, 'core/a.ts', "import { readFileSync } from 'node:fs'", /no input or output/)
test(check, 'core/a.ts', "import { readFile } from 'fs/promises'", /no input or output/)
test(check, 'core/a.ts', "import net from 'node:net'", /no input or output/)
test(check, 'core/a.ts', "import http from 'node:http'", /no input or output/)
test(check, 'core/a.ts', "import { env } from 'node:process'", /no input or output/)
test(check, 'core/a.ts', "import { setTimeout } from 'node:timers/promises'", /no input or output/)
test(check, 'core/a.ts', "import { z } from 'zod'", undefined)
test(check, 'core/a.ts', "import { pino } from 'pino'", /no input or output/)
test(check, 'core/a.ts', 'const now = Date.now()', /uses Date\.now\(/)
test(check, 'core/a.ts', 'const now = new Date()', /uses new Date\(\)/)
test(check, 'core/a.ts', 'const day = new Date(given)', undefined)
test(check, 'core/a.ts', 'const home = process.env', /uses process\.env/)
test(check, 'core/a.ts', "const example = 'process.env.TOKEN'", undefined)
test(check, 'core/a.ts', '// Date.now() is an argument here', undefined)

test(check, 'certs/a.ts', "import type { B } from '../core/b.ts'", undefined)
test(check, 'certs/a.ts', "import type { B } from '../config/b.ts'", /certs may not use config/)
test(check, 'config/a.ts', "import type { B } from '../certs/b.ts'", /config may not use certs/)
test(check, 'config/a.ts', "import { readFileSync } from 'node:fs'", undefined)

test(check, 'tier3/a.ts', "import type { B } from '../core/b.ts'\nimport { c } from '../config/c.ts'", undefined)
test(check, 'tier3/a.ts', "import { b } from '../proxy/b.ts'", /tier3 may not use proxy/)
test(check, 'tier3/a.ts', "import { b } from '../api/b.ts'", /tier3 may not use api/)
test(check, 'core/a.ts', "import { b } from '../tier3/b.ts'", /core may not use tier3/)
test(check, 'proxy/a.ts', "import { b } from '../tier3/b.ts'", undefined)
test(check, 'api/a.ts', "import { b } from '../tier3/b.ts'", undefined)

test(check, 'proxy/a.ts', "import { b } from '../api/b.ts'", /proxy may not use api/)
test(check, 'proxy/a.ts', "import type { B } from '../api/b.ts'", /proxy may not use api/)
test(check, 'proxy/a.ts', "export * from '../api/b.ts'", /proxy may not use api/)
test(check, 'proxy/a.ts', "import '../api/b.ts'", /proxy may not use api/)
test(check, 'proxy/a.ts', "const b = await import('../api/b.ts')", /proxy may not use api/)
test(check, 'proxy/a.ts', "new Worker(new URL('../api/b.ts', import.meta.url))", /proxy may not use api/)
test(check, 'proxy/a.ts', "import {\n  b,\n  type C,\n} from '../api/b.ts'", /proxy may not use api/)
test(check, 'proxy/deep/a.ts', "import { b } from '../../proxy/../api/b.ts'", /proxy may not use api/)
test(check, 'proxy/a.ts', "import { b } from '../certs/b.ts'\nimport { c } from '../config/c.ts'", undefined)
test(check, 'api/a.ts', "import { b } from '../proxy/b.ts'", /api may not use proxy/)
test(check, 'main.ts', "import { b } from './api/b.ts'\nimport { c } from './proxy/c.ts'", undefined)
test(check, 'bin/a.ts', "import { b } from '../proxy/b.ts'", /bin may not use proxy/)

test(check, 'api/a.ts', "import { b } from '../test/support/b.ts'", /api may not use test/)
test(check, 'core/a.ts', "import { b } from '../bench/b.ts'", /core may not use bench/)
test(check, 'main.ts', "import { b } from './test/b.ts'", /main\.ts may not use test/)
test(check, 'test/a.test.ts', "import { b } from '../bench/b.ts'\nimport test from 'ava'", undefined)

test(check, 'api/a.ts', "import { b } from './b'", /without its ending/)
test(check, 'api/a.ts', "import { b } from './b.js'", /without its ending/)
test(check, 'api/a.ts', "import Router from '@koa/router'", undefined)
test(check, 'api/a.ts', "import OpenAI from 'openai'", /openai, which is not among the dependencies/)
test(check, 'bin/launch/a.mjs', "import ava from 'ava'", /ava, which is not among the dependencies/)
test(check, 'extras/a.ts', 'export const a = 1', /no import rule for extras/)

test('every import of the project obeys the rules', (t) => {
  const files = readProject(ROOT)
  t.true(files.some(({ path }) => path === 'main.ts'))
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  t.deepEqual(importProblems(files, new Set(Object.keys(dependencies))), [])
})
