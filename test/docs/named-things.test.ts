import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'ava'
import { COMMANDS } from '../../cli/commands.ts'
import { DEFINITIONS } from '../../config/definitions.ts'
import { documentedMetrics, ruleExpressions } from '../monitoring/queries.ts'

const ROOT = join(import.meta.dirname, '../..')
const ENTRANCES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'bench/README.md']
const FOLDERS = ['docs', 'examples', 'deploy']
/** What is named there is of its time. */
const OF_THEIR_TIME = /^docs\/decisions\//
const documents = [
  ...ENTRANCES,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => join(folder, name).replaceAll('\\', '/')),
  ),
].filter((path) => !OF_THEIR_TIME.test(path))
const texts = documents.map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

/** Every match of what is named, of which `isThere` says no, with its document. */
function missing(pattern: RegExp, isThere: (name: string, document: string) => boolean): string[] {
  return texts.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].flatMap(([, name = '']) => (isThere(name, path) ? [] : [`${path}: ${name}`])),
  )
}

test('every setting that a document names exists', (t) => {
  const settings = new Map<string, { readonly secret: boolean }>(
    Object.values(DEFINITIONS).map(({ variable, secret }) => [variable, { secret }]),
  )
  // Those of the files of Compose, and of the example beside them.
  const deployed = [
    'docker-compose.yml',
    'docker-compose.monitoring.yml',
    'deploy/compose/up',
    'deploy/compose/mongodb',
  ]
  const others = deployed.map((path) => readFileSync(join(ROOT, path), 'utf8')).join()
  // Of the example clients of docs/live-updates.md.
  const ofExamples = ['WEIR_WS_URL', 'WEIR_TOKEN']
  const isSetting = (name: string) =>
    ofExamples.includes(name) ||
    settings.has(name) ||
    settings.get(name.replace(/_FILE$/, ''))?.secret === true ||
    others.includes(name)
  t.deepEqual(missing(/\b(WEIR_(?!TEST_|BENCH_)[A-Z0-9]+(?:_[A-Z0-9]+)*)\b(?!_|\*)/g, isSetting), [])
})

test('every file and folder of the repository that a document names is there', (t) => {
  const places = 'api|bench|bin|certs|cli|config|console|core|deploy|docs|examples|proxy|site|test|tier3'
  const isThere = (name: string, document: string) =>
    // Builds make those.
    /\/dist$/.test(name) || [ROOT, dirname(join(ROOT, document))].some((folder) => existsSync(join(folder, name)))
  t.deepEqual(missing(new RegExp(`\`((?:${places})/[\\w./-]*)\``, 'g'), isThere), [])
})

test('every script and every command for administrators that a document names exists', (t) => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }
  t.deepEqual(
    missing(/\bnpm run (?:-s |--silent )?([a-z][\w:-]*)/g, (name) => name in scripts),
    [],
  )
  const names = COMMANDS.map(({ name }) => name)
  // Of "token create --name", and of a group that a sentence is about.
  const isCommand = (words: string) =>
    names.some((name) => words === name || words.startsWith(`${name} `) || name.startsWith(`${words} `)) ||
    words === 'help'
  t.deepEqual(missing(/\bnpm run (?:-s |--silent )?admin -- ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g, isCommand), [])
})

test('every metric that a document names exists', (t) => {
  const known = new Set([...documentedMetrics().keys(), ...ruleExpressions().map(({ name }) => name)])
  const isMetric = (name: string) =>
    known.has(name) ||
    known.has(name.replace(/_(?:bucket|sum|count)$/, '')) ||
    /^weir_(?:proxy|api)_(?:nodejs|process)_/.test(name)
  t.deepEqual(missing(/`(weir_(?:proxy|api)_\w*[a-z])(?:\{[^`]*)?`/g, isMetric), [])
})

test('every operation of the API that a document names exists', (t) => {
  // Generated from the routes, which reference.test.ts holds.
  const page = readFileSync(join(ROOT, 'docs/reference/operations.md'), 'utf8')
  const known = new Set(
    [...page.matchAll(/^\| `([A-Z]+) (\S+)`/gm)].map(([, method, path = '']) => `${method} ${shapeOf(path)}`),
  )
  t.true(known.size > 80)
  // Of services, and of SCIM, whose paths are under /scim/v2 and no part of that page.
  const ofOthers = ['/v1/chat/completions', '/chat/completions', '/analyze', '/Users/.search']
  const isOperation = (call: string) => {
    const [method = '', path = ''] = call.split(' ')
    return ofOthers.includes(path) || known.has(`${method} ${shapeOf(path)}`)
  }
  t.deepEqual(missing(/`((?:GET|POST|PUT|PATCH|DELETE) \/[\w/:.{}-]*)/g, isOperation), [])
})

function shapeOf(path: string): string {
  return path
    .replace(/^\/api\/v1/, '')
    .replaceAll(/:\w+|\{\w+\}/g, ':')
    .replace(/(.)\/$/, '$1')
}
