import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { ProxyAgent } from 'undici'
import { TOGETHER_MAX } from '../../api/audit/folded-reads.ts'
import { allFiles } from '../support/files.ts'
import { ask } from '../support/prompts.ts'
import { IBAN, policyOn } from '../support/sample-policies.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'

const HOST = 'api.openai.com'
const DURATION_MS = 20_000
const MIN_ROUNDS = 4
const CLIENTS = 8
const MAX_TRAFFIC_MS = 700

/** Sends prompts, one after the other, until the proxy is gone; `answered` is what a client has seen the answer of. */
async function sendUntilKilled(weir: Weir, name: string, answered: Set<string>, sent: Set<string>): Promise<void> {
  const client = new ProxyAgent({ uri: weir.proxyUrl, requestTls: { ca: weir.ca } })
  try {
    for (let n = 0; ; n++) {
      const prompt = `${name}-${n}${n % 5 === 0 ? ` to ${IBAN}` : ''}`
      sent.add(prompt)
      const { status } = await ask(client, prompt)
      if (status === 200 || status === 400) answered.add(prompt)
    }
  } catch {
    // Killed in the middle of it: nobody saw an answer.
  } finally {
    await client.destroy()
  }
}

async function recordsByHash(weir: Weir): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (let page = 1; ; page++) {
    const range = 'start_date=2000-01-01T00:00:00Z&end_date=2100-01-01T00:00:00Z'
    const { json } = await weir.api<{ content_hash: string }[]>('GET', `/interactions/search?${range}&page=${page}`)
    for (const { content_hash } of json) counts.set(content_hash, (counts.get(content_hash) ?? 0) + 1)
    if (json.length === 0) return counts
  }
}

/** What must be the same after every start. */
function identity(dataDir: string): string[] {
  return (
    allFiles(dataDir)
      // audit-anchor is no secret that stays: it says how far the audit log has come.
      .filter(({ path }) => /\/(ca\.pem|ca\.key|secrets\/(?!audit-anchor).*)$/.test(path))
      .map(({ path, content }) => `${path} ${hash('sha256', content)}`)
      .sort()
  )
}

/** Answers between a start and a kill. */
const TRAFFIC = 20

test('kill -9 at any moment: what a client saw the answer of is recorded exactly once, and CA and secrets stay', async (t) => {
  t.timeout(120_000)
  const upstream = await startUpstream(t, { hosts: [HOST] })
  const dataDir = temporaryFolder(t)
  const options = { upstreams: { [HOST]: upstream }, dataDir }
  const answered = new Set<string>()
  const sent = new Set<string>()
  const started = performance.now()
  let rounds = 0
  let first: string[] | undefined
  for (; rounds < MIN_ROUNDS || performance.now() - started < DURATION_MS; rounds++) {
    const weir = await startWeir(t, options)
    if (rounds === 0) await weir.createPolicy(policyOn('IBAN', 'block'))
    first ??= identity(dataDir)
    t.deepEqual(identity(dataDir), first)
    const before = answered.size
    const clients = Array.from({ length: CLIENTS }, (_, n) => sendUntilKilled(weir, `${rounds}-${n}`, answered, sent))
    // Every other time whatever has happened by then, which on a busy machine may be nothing.
    if (rounds % 2 === 0)
      await until(
        () => answered.size >= before + TRAFFIC,
        () => 'there is no traffic',
      )
    await sleep(Math.random() * MAX_TRAFFIC_MS)
    weir.product.process.kill('SIGKILL')
    t.is(await weir.product.ended, 'SIGKILL')
    await Promise.all(clients)
  }
  t.log(`${rounds} kills, ${sent.size} prompts, ${answered.size} answered`)
  t.true(answered.size >= (rounds / 2) * TRAFFIC, 'there was traffic')

  const weir = await startWeir(t, options)
  const missing = (counts: Map<string, number>) => [...answered].filter((prompt) => !counts.has(hash('sha256', prompt)))
  let counts = new Map<string, number>()
  await until(
    async () => {
      counts = await recordsByHash(weir)
      return missing(counts).length === 0 && (await weir.metric('weir_proxy_record_backlog')) === 0
    },
    () => `${missing(counts).length} answered prompts are not recorded`,
  )
  counts = await recordsByHash(weir)
  t.deepEqual(
    [...counts].filter(([, count]) => count > 1),
    [],
    'nothing is recorded twice',
  )
  const hashes = new Set([...sent].map((prompt) => hash('sha256', prompt)))
  t.true([...counts.keys()].every((hash) => hashes.has(hash)))
  t.deepEqual(identity(dataDir), first)
})

test('kill -9 takes few of the reads with it that the audit log is to have', async (t) => {
  const dataDir = temporaryFolder(t)
  const weir = await startWeir(t, { dataDir })
  const json = { platform_id: 'openai-api', content_hash: hash('sha256', 'a'), source: 'api' }
  const { json: made } = await weir.api<{ id: string }>('POST', '/interactions', json)
  const reads = 200
  for (let n = 0; n < reads; n += 1) t.is((await weir.api('GET', `/interactions/${made.id}`)).status, 200)
  weir.product.process.kill('SIGKILL')
  t.is(await weir.product.ended, 'SIGKILL')
  const again = await startWeir(t, { dataDir })
  const { json: log } = await again.api<{ entries: { details: { reads?: number } }[] }>(
    'GET',
    '/audit-log?action=interaction.read&limit=500',
  )
  const written = log.entries.reduce((sum, { details }) => sum + (details.reads ?? 1), 0)
  t.true(written >= reads - TOGETHER_MAX && written <= reads, `${written} of ${reads}`)
})
