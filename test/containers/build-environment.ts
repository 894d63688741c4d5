import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { ROOT } from './dockerfile.ts'

/**
 * What `npm ci` needs to know of this machine; and re2 as it was compiled here, in the place of its release.
 * @param folder where that lies
 * @param compiles re2 is compiled as an image does where nothing can be downloaded, which takes minutes
 */
export function buildEnvironment(folder: string, compiles = false): Record<string, string> {
  // Not all of npm's own variables: those of the npm that runs this test would be about another folder.
  const wanted = /^(?:npm_config_registry|npm_config_cafile|node_extra_ca_certs|https?_proxy|no_proxy)$/i
  const given = Object.entries(process.env).filter(([name]) => wanted.test(name)) as [string, string][]
  const environment = { HOME: homedir(), ...Object.fromEntries(given) }
  if (compiles) return environment
  const addon = readFileSync(join(ROOT, 'node_modules/re2/build/Release/re2.node'))
  const release = join(folder, `${process.platform}-${process.arch}-${process.versions.modules}.br`)
  writeFileSync(release, brotliCompressSync(addon, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }))
  return { ...environment, RE2_DOWNLOAD_MIRROR: folder, RE2_DOWNLOAD_SKIP_PATH: '1', RE2_DOWNLOAD_SKIP_VER: '1' }
}
