import { spawnSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { LineBuffer } from '../../config/line-buffer.ts'

const info = (text: string) => `{"level":30,"msg":"${text}"}\n`
const warning = (text: string) => `{"level":40,"msg":"${text}"}\n`

test('lines of a moment are written together', async (t) => {
  const writes: string[] = []
  const buffer = new LineBuffer((lines) => writes.push(lines))
  for (const text of ['a', 'b', 'c']) buffer.write(info(text))
  t.deepEqual(writes, [])
  while (writes.length === 0) await sleep(5)
  t.deepEqual(writes, [info('a') + info('b') + info('c')])
})

test('a warning is written at once, behind what waited', (t) => {
  const writes: string[] = []
  const buffer = new LineBuffer((lines) => writes.push(lines))
  buffer.write(info('a'))
  buffer.write(warning('b'))
  t.deepEqual(writes, [info('a') + warning('b')])
  buffer.flush()
  t.is(writes.length, 1)
})

test('many lines do not wait for the moment to end', (t) => {
  const writes: string[] = []
  const buffer = new LineBuffer((lines) => writes.push(lines))
  for (let count = 0; count < 1000; count++) buffer.write(info('x'.repeat(100)))
  t.true(writes.length >= 1)
  t.true(writes.every((lines) => lines.length < 70_000))
})

for (const [how, end] of [
  ['exit', 'process.exit(3)'],
  ['an error that nobody catches', 'throw new Error("over")'],
] as const) {
  test(`what waits is written at ${how}`, (t) => {
    const script = `
      import { openLogger } from './config/logger.ts'
      openLogger('test', { logLevel: 'info', logFormat: 'json' }).info('the last words')
      ${end}`
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
    t.regex(stdout, /the last words/)
  })
}
