import type { ProjectFile } from './project-files.ts'

const PRODUCT_CODE = /^(?:api|bin|certs|cli|config|core|proxy|tier3)\/.*\.(?:ts|mjs)$|^main\.ts$/
/** Variables of the test suite and the benchmarks are not settings. */
const VARIABLE = /\bWEIR_(?!TEST_|BENCH_)[A-Z0-9]+(?:_[A-Z0-9]+)*\b/g
const CONSTANT = /\bconst (WEIR_[A-Z0-9_]+)\b/g

/** @returns one line for each file that names a variable which is no setting, in code, a message or a comment */
export function unknownSettings(files: readonly ProjectFile[], settings: ReadonlySet<string>): string[] {
  const code = files.filter(({ path }) => PRODUCT_CODE.test(path))
  const constants = new Set(code.flatMap(({ text }) => [...text.matchAll(CONSTANT)].map(([, name = '']) => name)))
  return code.flatMap(({ path, text }) => {
    const names = new Set(text.match(VARIABLE) ?? [])
    return [...names]
      .filter((name) => !settings.has(name) && !constants.has(name))
      .map((name) => `${path}: ${name} is not among the settings`)
  })
}
