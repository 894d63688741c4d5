import { posix } from 'node:path'
import MAY_IMPORT from './areas.json' with { type: 'json' }
import type { ProjectFile } from './project-files.ts'

/**
 * What dependency-cruiser (dependencies.cjs) cannot see, because it is no import: the file of a worker or a forked process, and
 * time, chance and environment, which come without one.
 */

const COMMENT_LINE = /^\s*(?:\*|\/\/|\/\*).*$/gm
/** What is looked for may stand in a text, above all in the examples of the detectors. */
const STRING = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g
/** Workers and forked processes name their file this way. */
const FILE_URL = /\bnew URL\(\s*['"`](\.[^'"`]*\.ts)['"`],\s*import\.meta\.url/g
const IMPURE =
  /\b(?:process\.\w+|Date\.now\(|new Date\(\)|performance\.\w+\(|Math\.random\(|random(?:UUID|Bytes|Int)\(|getRandomValues\(|set(?:Timeout|Interval|Immediate)\(|fetch\()/

const areas: Readonly<Record<string, readonly string[]>> = MAY_IMPORT

/** @returns one line for each breach, as in `core/a.ts: uses Date.now(; core gets time, chance and environment as arguments` */
export function hiddenImportProblems(files: readonly ProjectFile[]): string[] {
  return files
    .filter(({ path }) => /\.(?:ts|mjs)$/.test(path) && areaOf(path) in areas)
    .flatMap(({ path, text }) => {
      const code = text.replaceAll(COMMENT_LINE, '')
      return [...workerProblems(path, code), ...purityProblems(path, code)].map((problem) => `${path}: ${problem}`)
    })
}

function workerProblems(path: string, code: string): string[] {
  const own = areaOf(path)
  return [...code.matchAll(FILE_URL)].flatMap(([, specifier = '']) => {
    const target = areaOf(posix.normalize(posix.join(posix.dirname(path), specifier)))
    return target === own || areas[own]?.includes(target) ? [] : [`starts ${specifier}; ${own} may not use ${target}`]
  })
}

function purityProblems(path: string, code: string): string[] {
  const impure = areaOf(path) === 'core' ? IMPURE.exec(code.replaceAll(STRING, "''"))?.[0] : undefined
  return impure === undefined ? [] : [`uses ${impure}; core gets time, chance and environment as arguments`]
}

function areaOf(path: string): string {
  return path.split('/', 1)[0] ?? path
}
