import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BenchError } from './errors.ts'

const FOLDER = new URL('./', import.meta.url)
const STAMP = new URL('node_modules/.weir-lock-hash', FOLDER)

/**
 * Installs the contestants that come as packages of bench/ alone, the first time and again after their lock file changed.
 * @param without how to do without them, for the message
 * @throws BenchError
 */
export function installPeers(without: string): void {
  const hash = createHash('sha256')
    .update(readFileSync(new URL('package-lock.json', FOLDER)))
    .digest('hex')
  if (readStamp() === hash) return
  process.stderr.write(`installing the peers into ${fileURLToPath(FOLDER)}node_modules (once)\n`)
  // No install scripts: neither peer needs one, and code of theirs runs soon enough.
  const { status, error } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    // npm's own progress goes where ours does: stdout is the report's.
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    throw new BenchError(`npm ci in bench/ failed (${error?.message ?? `exit ${status}`}); ${without}`)
  }
  writeFileSync(STAMP, hash)
}

function readStamp(): string | undefined {
  try {
    return readFileSync(STAMP, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
