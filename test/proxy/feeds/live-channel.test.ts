import { mock } from 'node:test'
import test from 'ava'
import { createApiClient } from '../../../proxy/api-client/client.ts'
import { LiveChannel } from '../../../proxy/feeds/live-channel.ts'
import { FAKE_TOKEN, FakeApi } from '../../support/fake-api.ts'
import { logLines } from '../../support/log-lines.ts'
import { until } from '../../support/wire.ts'

// Only this file's one test runs in this process, so the clock of intervals can be ours.
mock.timers.enable({ apis: ['setInterval'] })

test('a channel that is silent after a ping is dropped and opened again; one that answers is kept', async (t) => {
  const api = await FakeApi.start(t)
  const { logger, lines } = logLines()
  const client = createApiClient({ apiUrl: api.url, token: FAKE_TOKEN, ca: undefined })
  let pongs = 0
  let downs = 0
  const channel = new LiveChannel({
    connect: () => client.openLiveUpdates().on('pong', () => pongs++),
    logger,
    onChange: () => {},
    onDetectorsChange: () => {},
    onSwitchesChange: () => {},
    onExceptionsChange: () => {},
    onUsersChange: () => {},
    onDown: () => downs++,
  })
  t.teardown(() => channel.close())
  await until(
    () => channel.up,
    () => 'the channel does not come up',
  )
  for (let n = 1; n <= 3; n++) {
    mock.timers.tick(10_000)
    await until(
      () => pongs === n,
      () => 'the ping is not answered',
    )
  }
  t.is(downs, 0)

  const [silent] = api.channels
  silent?.pause()
  mock.timers.tick(10_000)
  t.true(channel.up)
  mock.timers.tick(10_000)
  await until(
    () => downs === 1,
    () => 'the silent channel is kept',
  )
  t.true(lines.some((line) => line.includes('no sign of life')))
  await until(
    () => channel.up,
    () => 'the channel does not come back',
  )
})
