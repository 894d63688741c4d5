import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { leanOptions } from '../../bin/launch/options.mjs'

const POOL = new URL('../../proxy/inspection/worker-pool.ts', import.meta.url).href
const JOB = {
  platformId: 'openai-api',
  method: 'POST',
  path: '/v1/chat/completions',
  query: '',
  headers: { 'content-type': 'application/json' },
}
/** Says, when the thread of a pool has read a prompt, which files there were in the cache before it and are now. */
const PROGRAM = `
  import { globSync } from 'node:fs'
  import { flushCompileCache } from 'node:module'
  import { setTimeout as sleep } from 'node:timers/promises'
  const { WorkerPool } = await import('${POOL}')
  const files = () => globSync('*/*', { cwd: process.env.NODE_COMPILE_CACHE }).length
  flushCompileCache()
  const before = files()
  const options = { maxBytes: 1000, filesMaxBytes: 1000, budgetMs: 60_000, waitMs: 60_000, workers: 1, heapMb: 256 }
  const pool = new WorkerPool(options)
  const body = new Uint8Array(Buffer.from('{"messages":[{"content":"fine"}]}'))
  const { status } = await pool.run('a', { ...${JSON.stringify(JOB)}, body, truncation: undefined })
  for (const end = Date.now() + 3000; files() === before && Date.now() < end; ) await sleep(20)
  console.log(JSON.stringify({ status, hasMore: files() > before }))
  await pool.close()
`

test('a thread without the environment of its process still uses what was compiled before, and adds to it', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-cache-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const program = join(folder, 'program.mjs')
  writeFileSync(program, PROGRAM)
  const child = spawn(process.execPath, [...leanOptions, program], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let said = ''
  for await (const text of child.stdout.setEncoding('utf8')) said += text
  await exited
  t.deepEqual(JSON.parse(said), { status: 'full', hasMore: true })
})
