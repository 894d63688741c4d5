import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'

/** Longer than any secret; what is larger is the wrong file. */
const SECRET_BYTES_MAX = 65_536
/** What is put behind the variable of a secret for the path of a file that holds it, as images of databases have it. */
const FILE_SUFFIX = '_FILE'

export interface Environment {
  readonly env: NodeJS.ProcessEnv
  /** A sentence each; none repeats a secret. */
  readonly problems: readonly string[]
}

/**
 * The environment, over what a `.env` file in `cwd` says, with secrets read from the files that `NAME_FILE` names.
 * @param secrets the variables of settings that may be in a file
 */
export function readEnvironment(environment: NodeJS.ProcessEnv, cwd: string, secrets: readonly string[]): Environment {
  const dotEnv = readDotEnv(cwd)
  const env: NodeJS.ProcessEnv = { ...dotEnv.env, ...environment }
  const problems = [...dotEnv.problems]
  for (const variable of secrets) {
    const path = env[`${variable}${FILE_SUFFIX}`]?.trim()
    if (path === undefined || path === '') continue
    delete env[`${variable}${FILE_SUFFIX}`]
    if ((env[variable]?.trim() ?? '') !== '') {
      problems.push(`${variable}${FILE_SUFFIX}: ${variable} is set too. Set one of them.`)
      continue
    }
    const secret = readSecret(resolve(cwd, path))
    if ('problem' in secret) problems.push(`${variable}${FILE_SUFFIX}: ${path} ${secret.problem}.`)
    else env[variable] = secret.text
  }
  return { env, problems }
}

function readSecret(path: string): { readonly text: string } | { readonly problem: string } {
  try {
    if (statSync(path).size > SECRET_BYTES_MAX) return { problem: `is larger than ${SECRET_BYTES_MAX} bytes` }
    const text = readFileSync(path, 'utf8').trim()
    return text === '' ? { problem: 'is empty' } : { text }
  } catch (error) {
    return { problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
}

function readDotEnv(cwd: string): Environment {
  try {
    return { env: parseEnv(readFileSync(join(cwd, '.env'), 'utf8')), problems: [] }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return { env: {}, problems: code === 'ENOENT' ? [] : [`.env: the file cannot be read (${code}).`] }
  }
}
