import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sha256 } from './checksums.ts'

const MAX_BYTES = 64 * 1024 * 1024

interface Source {
  readonly version: string
  readonly commit: string
  /** The commit's, so that the document does not depend on when it is made. */
  readonly time: Date
}

interface Manifest {
  readonly name: string
  /** The release's: what is not published has none of its own, which npm asks for. */
  readonly version?: string
  readonly devDependencies?: unknown
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean; readonly devDependencies?: unknown }>>
}

interface Document {
  serialNumber: string
  metadata: { timestamp: string; component: { name: string } }
}

/**
 * The packages of the lock file that run in production, as npm lists them (CycloneDX 1.5). npm gives the document a random serial
 * number, the present time and the folder's name; they are replaced by values of the commit.
 */
export function makeSbom(root: string, { version, commit, time }: Source): Buffer {
  const read = (name: string) => JSON.parse(readFileSync(join(root, name), 'utf8'))
  const manifest: Manifest = read('package.json')
  const document = listProduction({ ...manifest, version }, read('package-lock.json'))
  document.serialNumber = `urn:uuid:${uuidOf(`${manifest.name} ${version} ${commit}`)}`
  document.metadata.timestamp = time.toISOString()
  document.metadata.component.name = manifest.name
  return Buffer.from(`${JSON.stringify(document, null, 2)}\n`)
}

/**
 * npm is given a lock without the developers' packages: with `--omit=dev` npm 11 leaves out every package that a developers' tool
 * uses as well, undici and zod among them.
 */
function listProduction(manifest: Manifest, lock: Lock): Document {
  const packages = Object.entries(lock.packages).filter(([, { dev }]) => dev !== true)
  const withoutTools = packages.map(([path, { devDependencies: _tools, ...rest }]) => [path, rest] as const)
  const folder = mkdtempSync(join(tmpdir(), 'weir-sbom-'))
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), JSON.stringify(value))
  try {
    write('package.json', { ...manifest, devDependencies: undefined })
    write('package-lock.json', { ...lock, packages: Object.fromEntries(withoutTools) })
    const args = [
      'sbom',
      '--sbom-format=cyclonedx',
      '--sbom-type=application',
      '--package-lock-only',
      '--loglevel=error',
    ]
    return JSON.parse(execFileSync('npm', args, { cwd: folder, encoding: 'utf8', maxBuffer: MAX_BYTES }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A UUID made of a name (RFC 9562 section 5.8, version 8). */
function uuidOf(name: string): string {
  const hex = sha256(name)
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16)
  const digits = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `${variant}${hex.slice(17, 20)}`]
  return [...digits, hex.slice(20, 32)].join('-')
}
