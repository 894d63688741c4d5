import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { DEFINITIONS } from '../config/definitions.ts'
import { importProblems } from './check/import-rules.ts'
import { mergeMarkers } from './check/merge-markers.ts'
import { readProject } from './check/project-files.ts'
import { unknownSettings } from './check/setting-names.ts'

const ROOT = dirname(import.meta.dirname)

interface Check {
  readonly name: string
  /** @returns what is wrong, for people to read; empty when all is well */
  run(): Promise<string> | string
}

function checks(): Check[] {
  const files = readProject(ROOT)
  const settings = new Set(Object.values(DEFINITIONS).map(({ variable }) => variable))
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const dependencies = new Set(Object.keys(manifest.dependencies))
  const all: Check[] = [
    { name: 'types', run: () => runTool('typescript', 'bin/tsc', ['--project', '.']) },
    { name: 'lint and format', run: () => runTool('@biomejs/biome', 'bin/biome', ['check', '--error-on-warnings']) },
    { name: 'import rules', run: () => importProblems(files, dependencies).join('\n') },
    { name: 'setting names', run: () => unknownSettings(files, settings).join('\n') },
    { name: 'merge markers', run: () => mergeMarkers(files).join('\n') },
  ]
  // The peers that bench/ compares with are installed by its first run; without them its types cannot be known.
  if (existsSync(join(ROOT, 'bench', 'node_modules'))) {
    all.push({ name: 'types of bench', run: () => runTool('typescript', 'bin/tsc', ['--project', 'bench']) })
  }
  return all
}

/** Runs a package's command on this Node. Its output is of interest only when it fails. */
function runTool(packageName: string, command: string, args: readonly string[]): Promise<string> {
  const home = dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`))
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(home, command), ...args], {
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
