import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { leanOptions } from '../../bin/launch/options.mjs'
import { ROOT } from '../containers/dockerfile.ts'

/** What only some installations use, or what serves one request in a day: it is loaded with its first use. */
const LATE = [
  'undici',
  'koa-body',
  'nodemailer',
  'ioredis',
  'mongodb',
  'bullmq',
  'compromise',
  'unpdf',
  'yauzl',
  'yaml',
]
const TELL = `
  const { createRequire } = await import('node:module')
  console.log(JSON.stringify({ files: Object.keys(createRequire(import.meta.url).cache), own: process.moduleLoadList }))
`

for (const part of ['proxy/server.ts', 'api/server.ts']) {
  test(`${part} loads nothing at its start that an idle Weir does not need`, async (t) => {
    const program = `await import(${JSON.stringify(join(ROOT, part))});${TELL}`
    const args = [...leanOptions, '--input-type=module', '-e', program]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 })
    const { files, own } = JSON.parse(stdout) as { files: string[]; own: string[] }
    for (const name of LATE) {
      t.deepEqual(
        files.filter((file) => file.includes(`/node_modules/${name}/`)),
        [],
        name,
      )
    }
    const forge = files.filter((file) => file.includes('/node_modules/node-forge/'))
    t.true(forge.length <= 6, `of node-forge what writes ASN.1 alone: ${forge.length} files`)
    t.deepEqual(
      own.filter((name) => name.includes('undici')),
      [],
      'what Node itself brings for fetch',
    )
  })
}
