import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { readProject } from '../../bin/check/project-files.ts'
import { testWith } from '../support/optional.ts'

const ROOT = join(import.meta.dirname, '../..')
const PRODUCT_CODE = /^(?:api|bin|certs|cli|config|core|proxy|tier3)\/.*\.(?:ts|mjs)$|^main\.ts$/
const MOST_LINES = 400

test('no file of the product is longer than a reader can hold', (t) => {
  const long = readProject(ROOT)
    .filter(({ path }) => PRODUCT_CODE.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ lines }) => lines > MOST_LINES)
  t.deepEqual(long, [])
})

test('no file of the product collects the exports of others', (t) => {
  const barrels = readProject(ROOT).filter(({ path }) => PRODUCT_CODE.test(path) && /(?:^|\/)index\.ts$/.test(path))
  t.deepEqual(barrels, [])
})

test('what a repository owes its readers is there', (t) => {
  for (const name of ['README.md', 'LICENSE', 'CHANGELOG.md', '.editorconfig', '.gitignore', '.ci/run']) {
    t.true(existsSync(join(ROOT, name)), name)
  }
})

testWith(test, 'git')('git ignores no source file', (t) => {
  const ignored = [
    'ls-files',
    '--others',
    '--ignored',
    '--exclude-standard',
    '--',
    ':(exclude,glob)**/node_modules/**',
    '*.ts',
    '*.mjs',
  ]
  const files = execFileSync('git', ignored, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
  t.deepEqual(
    files.filter((path) => !/(?:^|\/)node_modules\/|^\.node\//.test(path)),
    [],
  )
})

test('the check of a device for PowerShell asks for what that for a shell does, and is plain ASCII, as it is read there', (t) => {
  const [sh, powershell] = ['weir-check.sh', 'weir-check.ps1'].map((name) =>
    readFileSync(join(ROOT, 'config/check', name), 'utf8'),
  )
  for (const text of [sh ?? '', powershell ?? '']) t.regex(text, /^[\x00-\x7f]*$/)
  const names = /SSL_CERT_FILE|REQUESTS_CA_BUNDLE|CODEX_CA_CERTIFICATE|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY/g
  const programs = /claude|codex|gemini|opencode|copilot|aider|cargo|docker|curl|git|node|java/g
  for (const pattern of [names, programs])
    t.deepEqual([...new Set(powershell?.match(pattern))].sort(), [...new Set(sh?.match(pattern))].sort())
})
