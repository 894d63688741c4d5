import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import { leanOptions } from '../../bin/launch/options.mjs'
import { ROOT } from '../containers/dockerfile.ts'

const PROGRAM = `
  const { z } = await import('zod')
  const { error } = z.string().safeParse(1)
  console.log(JSON.stringify({ languages: Object.keys(z.locales), message: error.issues[0].message }))
`

test("of zod's languages only the one that it speaks is loaded", async (t) => {
  const args = [...leanOptions, '--input-type=module', '-e', PROGRAM]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: ROOT })
  t.deepEqual(JSON.parse(stdout), { languages: [], message: 'Invalid input: expected string, received number' })
  t.is(stderr, '')
})
