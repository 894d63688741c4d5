import { isBuiltin } from 'node:module'
import { posix } from 'node:path'
import type { ProjectFile } from './project-files.ts'

/**
 * Which areas the files of an area may import from, beside their own (design: who may import whom). An area is a folder
 * of the root, or a file there. `bench` and `test` may use everything and are used by nobody else.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  certs: ['core'],
  config: ['core'],
  // Semantic classification, for the proxy after its records and for the API on request (docs/decisions/0008).
  tier3: ['core', 'config'],
  proxy: ['core', 'certs', 'config', 'tier3'],
  api: ['core', 'certs', 'config', 'tier3'],
  bin: ['core', 'config', 'tier3'],
  'main.ts': ['core', 'certs', 'config', 'proxy', 'api'],
}
const UNRESTRICTED = new Set(['bench', 'test'])

/** `core` is the same function of its arguments everywhere, so it gets no module that can do input or output. */
const PURE_MODULES = new Set(['node:crypto', 'node:buffer', 'node:string_decoder', 'node:url', 'node:util'])
const PURE_PACKAGES = new Set(['libphonenumber-js', 're2', 'zod'])
const IMPURE =
  /\b(?:process\.\w+|Date\.now\(|new Date\(\)|performance\.\w+\(|Math\.random\(|random(?:UUID|Bytes|Int)\(|getRandomValues\(|set(?:Timeout|Interval|Immediate)\(|fetch\()/

/** What it looks for may stand in a text, above all in the examples of the detectors. */
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g

const COMMENT_LINE = /^\s*(?:\*|\/\/|\/\*).*$/gm
/** The formatter puts every import and re-export at the start of a line, and no parenthesis or `=` can be inside one. */
const STATIC_IMPORT = /^(?:import|export)\b(?:[^'"`;()=]*?\bfrom)?\s*['"]([^'"]+)['"]/gm
const DYNAMIC_IMPORT = /\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g
/** Workers and forked processes name their file this way. */
const FILE_URL = /\bnew URL\(\s*['"`](\.[^'"`]*\.ts)['"`],\s*import\.meta\.url/g

/** @returns one line for each import that breaks a rule, as in `core/a.ts: imports node:fs; core does no input or output` */
export function importProblems(files: readonly ProjectFile[], dependencies: ReadonlySet<string>): string[] {
  return files
    .filter(({ path }) => /\.(?:ts|mjs)$/.test(path) && !UNRESTRICTED.has(areaOf(path)))
    .flatMap((file) => problemsOf(file, dependencies).map((problem) => `${file.path}: ${problem}`))
}

function problemsOf({ path, text }: ProjectFile, dependencies: ReadonlySet<string>): string[] {
  const area = areaOf(path)
  const allowed = MAY_IMPORT[area]
  if (allowed === undefined) return [`there is no import rule for ${area}`]
  const code = text.replaceAll(COMMENT_LINE, '')
  const problems = importsOf(code).flatMap((specifier) => {
    if (specifier.startsWith('.')) return relativeProblem(path, specifier, allowed)
    return isBuiltin(specifier) ? builtinProblem(area, specifier) : packageProblem(area, specifier, dependencies)
  })
  const impure = area === 'core' ? IMPURE.exec(code.replaceAll(STRING, "''"))?.[0] : undefined
  return impure === undefined
    ? problems
    : [...problems, `uses ${impure}; core gets time, chance and environment as arguments`]
}

function importsOf(code: string): string[] {
  return [STATIC_IMPORT, DYNAMIC_IMPORT, FILE_URL].flatMap((pattern) =>
    [...code.matchAll(pattern)].map(([, specifier = '']) => specifier),
  )
}

function relativeProblem(path: string, specifier: string, allowed: readonly string[]): string[] {
  const own = areaOf(path)
  const target = areaOf(posix.normalize(posix.join(posix.dirname(path), specifier)))
  const problems = []
  if (!/\.(?:ts|mjs|json)$/.test(specifier)) problems.push(`imports ${specifier} without its ending`)
  if (target !== own && !allowed.includes(target)) problems.push(`imports ${specifier}; ${own} may not use ${target}`)
  return problems
}

function builtinProblem(area: string, specifier: string): string[] {
  if (area !== 'core' || PURE_MODULES.has(specifier)) return []
  return [`imports ${specifier}; core does no input or output`]
}

/** `npm start` installs without the developers' tools, so what runs may only use the dependencies proper. */
function packageProblem(area: string, specifier: string, dependencies: ReadonlySet<string>): string[] {
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
  if (!dependencies.has(name)) return [`imports ${specifier}, which is not among the dependencies in package.json`]
  return area === 'core' && !PURE_PACKAGES.has(name) ? [`imports ${specifier}; core does no input or output`] : []
}

function areaOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}
