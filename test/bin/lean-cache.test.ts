import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

const MODULES = 100
const FORGOTTEN = 'Clear deserialized cache'

test('it is forgotten as well where a thread reads many modules without a turn of its event loop', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-cache-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const names = Array.from({ length: MODULES }, (_, index) => `./module-${index}.mjs`)
  for (const name of names) writeFileSync(join(folder, name), `export const name = '${name}'`)
  const program = join(folder, 'program.cjs')
  writeFileSync(program, `${names.map((name) => `require('${name}')`).join('\n')}\nconsole.error('all are read')`)
  const { stderr } = spawnSync(process.execPath, [...leanOptions, program], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache'), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' },
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 16 * 1024 * 1024,
  })
  const [reading = '', after] = stderr.split('all are read')
  t.not(after, undefined, stderr.slice(-500))
  t.true(reading.split(FORGOTTEN).length > 5)
})

test('the hook that counts imports goes away without an error', (t) => {
  const cache = mkdtempSync(join(tmpdir(), 'weir-cache-'))
  t.teardown(() => rmSync(cache, { recursive: true, force: true }))
  // The clock of the process is a fake one from before the file is loaded: five seconds take none.
  const program = `
    const { mock } = require('node:test')
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })
    require(${JSON.stringify(leanOptions.at(-1))})
    mock.timers.tick(5000)
    mock.timers.reset()
    import('node:os').then(() => console.log('well'))
  `
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], {
    env: { ...process.env, NODE_COMPILE_CACHE: cache },
    encoding: 'utf8',
    timeout: 30_000,
  })
  t.is(stdout, 'well\n', stderr)
})
