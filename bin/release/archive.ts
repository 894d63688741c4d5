import { execFileSync } from 'node:child_process'
import { gzipSync } from 'node:zlib'
import type { BuiltFiles } from './console.ts'

const MAX_BYTES = 256 * 1024 * 1024
/** RFC 1952 section 2.3.1: the system on which the file was made. zlib writes the one it runs on; 255 is "unknown". */
const OS_BYTE = 9
const UNKNOWN_OS = 255

/**
 * The files of a commit, and what was built of them, as a gzipped tar archive. Times are the commit's and owners are root, which git sees to; settings of
 * the user that would change the bytes are overridden.
 * @param prefix the folder in the archive, ending with a slash
 */
export function makeArchive(root: string, commit: string, prefix: string, built: BuiltFiles): Buffer {
  const settings = ['-c', 'tar.umask=0022', '-c', 'core.autocrlf=false', '-c', 'core.attributesFile=/dev/null']
  // A prefix holds for the added files after it, and the last one for what is committed.
  const added = [...built].flatMap(([folder, files]) => [
    `--prefix=${prefix}${folder}`,
    ...files.map((file) => `--add-file=${file}`),
  ])
  const command = [...settings, 'archive', '--format=tar', ...added, `--prefix=${prefix}`, commit]
  const tar = execFileSync('git', command, { cwd: root, maxBuffer: MAX_BYTES })
  const archive = gzipSync(tar, { level: 9 })
  archive[OS_BYTE] = UNKNOWN_OS
  return archive
}
