import { spawn } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { FakeApi, type Interference } from '../../support/fake-api.ts'
import { once } from '../../support/once.ts'
import { openRecorder } from '../../support/recorder.ts'
import { temporaryFolder } from '../../support/temp.ts'
import { until } from '../../support/wire.ts'

const ROUNDS = 12
const CHILD = join(import.meta.dirname, 'recording-child.ts')

/** Runs the child for about as long as given, kills it, and tells the ids of the records it had said were kept. */
async function recordAndKill(t: ExecutionContext, directory: string, api: FakeApi, run: string, ms: number) {
  const answers = join(temporaryFolder(t), 'answers')
  writeFileSync(answers, '')
  const child = spawn(process.execPath, [CHILD, directory, api.url, run, answers], { stdio: 'inherit' })
  t.teardown(() => child.kill('SIGKILL'))
  await until(
    () => statSync(answers).size > 0,
    () => 'the child records nothing',
  )
  await sleep(ms)
  child.kill('SIGKILL')
  await once(child, 'close')
  // What follows the last line feed was cut off by the kill.
  return readFileSync(answers, 'utf8').split('\n').slice(0, -1)
}

test('whenever the process is killed, no record it acknowledged is lost and none is doubled', async (t) => {
  const directory = join(temporaryFolder(t), 'spool')
  const api = await FakeApi.start(t)
  const troubles: (Interference | undefined)[] = [undefined, undefined, 'lose answer', 'reset', { status: 503 }]
  api.interfere = () => troubles[Math.floor(Math.random() * troubles.length)]
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++) {
    acknowledged.push(...(await recordAndKill(t, directory, api, `round-${round}`, Math.random() * 300)))
  }
  t.true(acknowledged.length > ROUNDS, 'the rounds have recorded something')

  api.interfere = () => undefined
  const { recorder } = await openRecorder(t, { api, directory })
  await until(
    () => recorder.backlog === 0,
    () => `${recorder.backlog} records are left`,
  )
  const lost = acknowledged.filter((id) => !api.records.has(id))
  t.deepEqual(lost, [])
  const sequences = [...api.records.values()].map(({ content_metadata }) => JSON.stringify(content_metadata))
  t.is(new Set(sequences).size, sequences.length, 'no record arrived under two ids')
  // A kill between the append and the word for it leaves one record more, at most one a round.
  t.true(api.records.size <= acknowledged.length + ROUNDS)
})
