import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import test from 'ava'
import { TestMongo, testWithMongo } from '../support/mongodb.ts'

const ROOT = join(import.meta.dirname, '../..')
const AVA = join(ROOT, 'node_modules/ava/entrypoints/cli.js')

/** What one process or two, on any engine, must do alike. */
const FILES = [
  'curl',
  'detectors',
  'encodings',
  'kill',
  'plain-http',
  'policies',
  'records',
  'sdk/openai',
  'shadow-ai',
  'tunnel',
].map((name) => `test/end-to-end/${name}.test.ts`)

const mongo = new TestMongo()
test.after.always(() => mongo.close())

testWithMongo(test)('API and proxy as processes of their own pass the end-to-end tests on MongoDB', async (t) => {
  t.timeout(480_000)
  const child = spawn(process.execPath, [AVA, '--tap', '--concurrency=1', ...FILES], {
    cwd: ROOT,
    // Of ava's own variables it would take this run for its own.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, WEIR_TEST_APART_ON_MONGODB: await mongo.serverUrl() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const [code] = await once(child, 'close')
  const passed = output.match(/^ok \d+/gm)?.length ?? 0
  t.log(`${passed} tests`)
  t.is(code, 0, output)
  t.true(passed > 20, output)
})
