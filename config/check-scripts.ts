import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A script with which a person checks a device. It knows nothing of an installation, so that one sum holds for all of a release. */
export interface CheckScript {
  readonly file: string
  /** Where the API serves it. */
  readonly path: string
  readonly text: string
  /** Of the bytes as they are served, in lower-case hexadecimal digits. */
  readonly sha256: string
}

const FOLDER = join(import.meta.dirname, 'check')

function read(file: string): CheckScript {
  const text = readFileSync(join(FOLDER, file), 'utf8')
  return { file, path: `/onboarding/${file}`, text, sha256: createHash('sha256').update(text).digest('hex') }
}

/** For sh, and its twin for PowerShell. */
export const CHECK_SCRIPTS = { sh: read('weir-check.sh'), powershell: read('weir-check.ps1') } as const
