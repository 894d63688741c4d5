import { readFileSync } from 'node:fs'
import test from 'ava'
import { fetch, ProxyAgent } from 'undici'
import { testOn } from '../../support/optional.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'
import { until } from '../../support/wire.ts'

const URL = 'https://api.openai.com/v1/chat/completions'

/** One prompt over a connection of its own, so that any worker may get it. */
async function ask(weir: Weir, content: string): Promise<number> {
  const dispatcher = new ProxyAgent({ uri: weir.proxyUrl, requestTls: { ca: weir.ca } })
  try {
    const response = await fetch(URL, {
      method: 'POST',
      dispatcher,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'gpt-5', messages: [{ role: 'user', content }] }),
    })
    await response.text()
    return response.status
  } finally {
    await dispatcher.close()
  }
}

/** Process ids of the workers: children of the product that run the worker's file (Linux's /proc). */
function workersOf(weir: Weir): number[] {
  const { pid } = weir.product.process
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  return children.filter((child) => isWorker(child)).map(Number)
}

function isWorker(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('proxy/workers/worker.ts')
  } catch {
    return false // It ended in between.
  }
}

const linux = testOn(test, 'Linux', process.platform === 'linux')

linux(
  'two workers share one port; one that is killed is replaced by one that waited, its records are taken over, and metrics are those of all',
  async (t) => {
    const upstream = await startUpstream(t, { hosts: ['api.openai.com'] })
    const weir = await startWeir(t, {
      env: { WEIR_PROXY_WORKERS: '2' },
      upstreams: { 'api.openai.com': upstream },
    })
    // The last one has loaded its code, and waits.
    const before = workersOf(weir)
    t.is(before.length, 3)

    const prompts = Array.from({ length: 12 }, (_, index) => `prompt number ${index}`)
    for (const prompt of prompts) t.is(await ask(weir, prompt), 200)
    const [victim = 0, other, spare] = before
    process.kill(victim, 'SIGKILL')
    // Nobody waits for the replacement: the other worker takes what comes.
    const during = () => ask(weir, 'during the change')
    // What was handed to the worker before its death was known is cut off, so that the client tries again.
    t.is(await during().catch(during), 200)
    await until(
      () => workersOf(weir).length === 3 && !workersOf(weir).includes(victim),
      () => `the worker was not replaced: ${weir.product.stdout}`,
    )
    // The newest is the next to wait: the one that waited is at work.
    t.deepEqual(workersOf(weir).slice(0, 2), [other, spare])
    t.is(await ask(weir, 'after the kill'), 200)
    for (const prompt of [...prompts, 'during the change', 'after the kill'])
      t.is((await weir.interactionsOf(prompt)).length, 1)

    await weir.untilMetric('weir_proxy_workers', {}, 2)
    t.is(await weir.metric('weir_proxy_policies_available'), 1, 'what is a state of each is not added up')
    process.kill(spare ?? 0, 'SIGKILL')
    await until(
      () => workersOf(weir).length === 3 && !workersOf(weir).includes(spare ?? 0),
      () => 'the next one was not replaced',
    )
    const replaced = workersOf(weir)
    t.is(await weir.stop(), 0)
    t.deepEqual(
      replaced.filter((pid) => isWorker(String(pid))),
      [],
    )
  },
)

test('a worker that cannot listen ends the start with one line', async (t) => {
  const first = await startWeir(t)
  const failed = startWeir(t, { env: { WEIR_PROXY_WORKERS: '2', WEIR_PROXY_PORT: String(first.proxyPort) } })
  await t.throwsAsync(failed, { message: /EADDRINUSE/ })
  t.true(readFileSync(first.caFile, 'utf8').includes('CERTIFICATE'))
})
