import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

/**
 * Puts a Brotli file beside each asset: what is made once is worth the most effort, and the API compresses nothing.
 * @returns {import('vite').Plugin}
 */
export function precompress() {
  let folder = ''
  return {
    name: 'weir-precompress',
    apply: 'build',
    configResolved(config) {
      folder = join(config.root, config.build.outDir)
    },
    closeBundle() {
      // A build that failed wrote none, and says itself why.
      if (!existsSync(join(folder, 'assets'))) return
      const files = ['index.html', ...readdirSync(join(folder, 'assets')).map((name) => join('assets', name))]
      for (const file of files) {
        const bytes = readFileSync(join(folder, file))
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
        writeFileSync(join(folder, `${file}.br`), brotliCompressSync(bytes, { params }))
      }
    },
  }
}
