import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { leanOptions } from '../../bin/launch/options.mjs'

const MODULE = new URL('../../core/errors.ts', import.meta.url).href
/** Says what it cleared until now; without the option it would do so at its end only. */
const PROGRAM = `await import('${MODULE}'); await import('node:timers/promises').then(({ setTimeout }) => setTimeout(60_000))`

test('what was read from the compile cache is forgotten while the process runs, and what is new is written', async (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'weir-cache-'))
  t.teardown(() => rmSync(cache, { recursive: true, force: true }))
  for (const start of ['first', 'second']) {
    const child = spawn(process.execPath, [...leanOptions, '--input-type=module', '-e', PROGRAM], {
      env: { ...process.env, NODE_COMPILE_CACHE: cache, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    t.teardown(() => child.kill('SIGKILL'))
    let said = ''
    for await (const text of child.stderr.setEncoding('utf8')) {
      said += text
      const loaded = said.indexOf('core/errors.ts')
      if (loaded > 0 && said.includes('Clear deserialized cache', loaded)) break
    }
    t.is(child.exitCode, null, start)
    child.kill('SIGKILL')
    await exited
    t.true(globSync('*/*', { cwd: cache }).length > 0, start)
  }
})
