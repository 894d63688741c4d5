import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { LINTERS, testWith } from '../support/optional.ts'

const ROOT = join(import.meta.dirname, '../..')
const WORKFLOWS = join(ROOT, '.github/workflows')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const workflows = readdirSync(WORKFLOWS).map((name) => ({ name, text: read(`.github/workflows/${name}`) }))

test('what contributors and reporters look for is there', (t) => {
  const names = [
    'CONTRIBUTING.md',
    'SECURITY.md',
    'CODE_OF_CONDUCT.md',
    '.github/CODEOWNERS',
    '.github/PULL_REQUEST_TEMPLATE.md',
    '.github/dependabot.yml',
    ...['bug', 'config', 'detection', 'feature'].map((name) => `.github/ISSUE_TEMPLATE/${name}.yml`),
  ]
  for (const name of names) t.true(existsSync(join(ROOT, name)), name)
})

test('CODEOWNERS names nobody, and says why', (t) => {
  const lines = read('.github/CODEOWNERS').split('\n').filter(Boolean)
  t.true(lines.length > 0 && lines.every((line) => line.startsWith('#')))
})

test('the workflow runs what .ci/run does, with the Node of the images', (t) => {
  const ci = workflows.find(({ name }) => name === 'ci.yml')?.text ?? ''
  t.regex(ci, /^ {6}- run: \.ci\/run$/m)
  const node = /^FROM node:(26\.\d+\.\d+)-/m.exec(read('Dockerfile.proxy'))?.[1]
  for (const { name, text } of workflows) {
    for (const [, version] of text.matchAll(/container: node:([\d.]+)-/g)) t.is(version, node, name)
  }
})

test('workflows may only read, keep no token and use actions by the hash of a commit', (t) => {
  for (const { name, text } of workflows) {
    t.regex(text, /^permissions:\n {2}contents: read\n\n/m, name)
    t.notRegex(text, /write|pull_request_target|secrets\./, name)
    for (const [, action = ''] of text.matchAll(/uses: (\S+)/g)) t.regex(action, /@[0-9a-f]{40}$/, name)
    t.is(
      [...text.matchAll(/actions\/checkout@/g)].length,
      [...text.matchAll(/persist-credentials: false/g)].length,
      name,
    )
  }
})

testWith(test, 'git')('no program and no compiled file is committed', (t) => {
  const magic = ['7f454c46', '0061736d', 'cafebabe', 'feedface', 'feedfacf', 'cffaedfe'].map((hex) =>
    Buffer.from(hex, 'hex'),
  )
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean)
  t.true(files.length > 500)
  const start = Buffer.alloc(4)
  const found = files.filter((name) => {
    if (/\.(?:exe|dll|so|dylib|jar|class|pyc|node|wasm|o|a)$/.test(name)) return true
    if (!statSync(join(ROOT, name), { throwIfNoEntry: false })?.isFile()) return false
    const file = openSync(join(ROOT, name), 'r')
    readSync(file, start, 0, 4, 0)
    closeSync(file)
    return magic.some((bytes) => bytes.equals(start))
  })
  t.deepEqual(found, [])
})

testWith(test, 'actionlint')('actionlint finds nothing in the workflows', (t) => {
  const files = workflows.map(({ name }) => join(WORKFLOWS, name))
  t.notThrows(() =>
    execFileSync(join(LINTERS, 'actionlint'), ['-no-color', ...files], { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' }),
  )
})
