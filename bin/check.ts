import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DEFINITIONS } from '../config/definitions.ts'
import { hiddenImportProblems } from './check/hidden-imports.ts'
import { LOCKS, licenceProblems } from './check/licences.ts'
import { mergeMarkers } from './check/merge-markers.ts'
import { readProject } from './check/project-files.ts'
import { unknownSettings } from './check/setting-names.ts'

const ROOT = dirname(import.meta.dirname)
const RULES = 'bin/check/dependencies.cjs'

/** Folders without sources of the product. */
const NO_SOURCES = new Set([
  '.ci',
  '.git',
  '.node',
  'node_modules',
  'data',
  'docs',
  'bench',
  'test',
  'coverage',
  'dist',
  'examples',
  'site',
])

interface Check {
  readonly name: string
  /** @returns what is wrong, for people to read; empty when all is well */
  run(): Promise<string> | string
}

function checks(): Check[] {
  const files = readProject(ROOT)
  const settings = new Set(Object.values(DEFINITIONS).map(({ variable }) => variable))
  const all: Check[] = [
    { name: 'types', run: () => runTool('typescript7', 'bin/tsc', ['--project', '.']) },
    { name: 'lint and format', run: () => runTool('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings']) },
    {
      name: 'import rules',
      run: () => runTool('dependency-cruiser', 'bin/dependency-cruiser.mjs', ['--config', RULES, ...cruised()]),
    },
    { name: 'hidden imports', run: () => hiddenImportProblems(files).join('\n') },
    { name: 'setting names', run: () => unknownSettings(files, settings).join('\n') },
    { name: 'licences', run: () => licencesOfAll().join('\n') },
    { name: 'generated documents', run: () => runNode([join(ROOT, 'test/docs/reference.ts')]) },
    { name: 'merge markers', run: () => mergeMarkers(files).join('\n') },
  ]
  // The peers that bench/ compares with are installed by its first run; without them its types cannot be known.
  if (existsSync(join(ROOT, 'bench', 'node_modules'))) {
    all.push({ name: 'types of bench', run: () => runTool('typescript7', 'bin/tsc', ['--project', 'bench']) })
  }
  // So are the console's, whose types of the API are made from the API's own document.
  if (existsSync(join(ROOT, 'console', 'node_modules', 'openapi-typescript'))) {
    all.push({ name: 'types of the console', run: checkConsole })
  }
  return all
}

function licencesOfAll(): string[] {
  const problems = Object.entries(LOCKS).map(([path, which]) =>
    licenceProblems(readFileSync(join(ROOT, path), 'utf8'), which),
  )
  return problems.flat()
}

async function checkConsole(): Promise<string> {
  await runNode([join(ROOT, 'test/console/api-types.ts')])
  return runTool('typescript7', 'bin/tsc', ['--project', 'console'])
}

/** Every folder and file of the root that holds sources, so that a new one cannot escape the rules. */
function cruised(): string[] {
  return readdirSync(ROOT, { withFileTypes: true })
    .filter((entry) => (entry.isDirectory() ? !NO_SOURCES.has(entry.name) : /\.(?:ts|mjs)$/.test(entry.name)))
    .map(({ name }) => name)
}

/** Runs a package's command on this Node. Its output is of interest only when it fails. */
function runTool(packageName: string, command: string, args: readonly string[]): Promise<string> {
  return runNode([join(ROOT, 'node_modules', packageName, command), ...args])
}

function runNode(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0 ? '' : output.trim() || `it ended with exit code ${code}`))
  })
}

const results = checks().map(async ({ name, run }) => ({ name, problems: await run() }))
for (const { name, problems } of await Promise.all(results)) {
  process.stdout.write(problems === '' ? `ok      ${name}\n` : `FAILED  ${name}\n${problems}\n\n`)
  if (problems !== '') process.exitCode = 1
}
