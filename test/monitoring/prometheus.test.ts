import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { Agent, fetch } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { testWith } from '../support/optional.ts'
import { ask, post } from '../support/prompts.ts'
import { EMAIL, IBAN, policyOn } from '../support/sample-policies.ts'
import { temporaryFolder } from '../support/temp.ts'
import { startUpstream } from '../support/upstream.ts'
import { newReceiverCa, startReceiver } from '../support/webhook-receiver.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'
import { draw, nameOf, type Series } from './pictures.ts'
import { configurationFor, type Prometheus, type Samples, startPrometheus } from './prometheus.ts'
import {
  asPrometheusTakesIt,
  CONFIG,
  dashboards,
  documentedMetrics,
  type Panel,
  panelQueries,
  variableQueries,
} from './queries.ts'

const PATIENCE = 240_000
const PICTURES = join(import.meta.dirname, '../../docs/images/dashboards')
const PICTURED_S = 75
const withPrometheus = testWith(test, 'prometheus')

function promtool(args: readonly string[], options: { input?: string; cwd?: string } = {}) {
  const { status, stdout, stderr } = spawnSync('promtool', args, { encoding: 'utf8', ...options })
  return { status, output: stdout + stderr }
}

withPrometheus('every rule is valid, and every alert fires when it should and only then', (t) => {
  const cwd = join(CONFIG, 'prometheus')
  // As an operator does who copied the folder: all of it.
  const files = readdirSync(join(cwd, 'rules')).map((name) => `rules/${name}`)
  const checked = promtool(['check', 'rules', ...files], { cwd })
  t.is(checked.status, 0, checked.output)
  const tested = promtool(['test', 'rules', 'tests/alerts.yml'], { cwd })
  t.is(tested.status, 0, tested.output)
})

/** The product with something to measure: policies, a webhook, a file of events, services behind it. */
async function startMeasured(t: ExecutionContext): Promise<{ weir: Weir; round: () => Promise<void> }> {
  const folder = temporaryFolder(t)
  const ca = newReceiverCa()
  const receiver = await startReceiver(t, { ca, names: ['localhost'] })
  writeFileSync(join(folder, 'receiver-ca.pem'), ca.certificate.toString())
  const upstream = await startUpstream(t, { hosts: ['api.openai.com', 'intranet.example', 'chat.mistral.ai'] })
  const weir = await startWeir(t, {
    upstreams: { 'api.openai.com': upstream },
    env: {
      WEIR_CONNECT_TO: ['api.openai.com', 'intranet.example', 'chat.mistral.ai']
        .map((host) => upstream.connectTo(host))
        .join(','),
      WEIR_EVENT_FILE: join(folder, 'events.jsonl'),
      WEIR_WEBHOOK_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
      WEIR_WEBHOOK_CA: join(folder, 'receiver-ca.pem'),
      WEIR_LOGIN_RATE: '10000',
    },
  })
  await weir.createPolicy(policyOn('IBAN', 'block'))
  await weir.createPolicy(policyOn('EMAIL', 'coach'))
  const { status } = await weir.api('POST', '/webhooks', {
    url: `https://localhost:${receiver.port}/`,
    events: ['interaction.created'],
  })
  t.is(status, 201)
  const client = throughProxy(t, weir)
  let number = 0
  return {
    weir,
    async round() {
      number++
      await ask(client, `good morning, round ${number}`)
      await ask(client, `pay ${IBAN} in round ${number}`)
      await ask(client, `write to ${EMAIL} in round ${number}`)
      await post(client, 'https://api.openai.com/v1/chat/completions', 'no JSON')
      // The last one has to be looked up: its address is refused.
      for (const host of ['intranet.example', 'chat.mistral.ai', 'localhost']) {
        const wire = await Wire.open(t, weir.proxyPort)
        wire.send(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`)
        await wire.expect('\r\n\r\n')
        wire.socket.destroy()
      }
      await weir.api('GET', '/dashboard')
      const login = new Agent({ connect: { ca: weir.ca } })
      await fetch(`${weir.apiUrl}/auth/login`, {
        method: 'POST',
        dispatcher: login,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'admin@weir.local', password: 'not the password' }),
      })
      await login.destroy()
    },
  }
}

async function hasNumbers(prometheus: Prometheus, expr: string): Promise<boolean> {
  const samples = await prometheus.query(asPrometheusTakesIt(expr))
  return samples.some(({ value: [, number] }) => Number.isFinite(Number(number)))
}

/** Draws every dashboard for the documents, after some more traffic. */
async function takePictures(prometheus: Prometheus, round: () => Promise<void>): Promise<void> {
  const from = Date.now() / 1000
  while (Date.now() / 1000 < from + PICTURED_S) await round()
  const to = Date.now() / 1000
  mkdirSync(PICTURES, { recursive: true })
  for (const dashboard of dashboards) {
    const found = new Map<Panel, Series[]>()
    for (const panel of dashboard.panels) {
      const answers = await Promise.all(
        panel.targets.map(({ expr }) => prometheus.range(asPrometheusTakesIt(expr, '15s'), from + 15, to)),
      )
      found.set(
        panel,
        answers.flatMap((series, index) =>
          series.map((one) => toSeries(one, panel.targets[index]?.legendFormat ?? '')),
        ),
      )
    }
    writeFileSync(
      join(PICTURES, `${dashboard.uid}.svg`),
      draw(dashboard, (panel) => found.get(panel) ?? []),
    )
  }
}

function toSeries({ metric, values }: Samples, format: string): Series {
  const points = values
    .map(([time, value]) => [time, Number(value)] as const)
    .filter(([, value]) => Number.isFinite(value))
  return { name: nameOf(format, metric), points }
}

withPrometheus('a real Prometheus scrapes proxy and API, and every panel shows numbers of real traffic', async (t) => {
  t.timeout(2 * PATIENCE)
  const { weir, round } = await startMeasured(t)
  const configuration = configurationFor(t, weir)
  const checked = promtool(['check', 'config', configuration], { cwd: dirname(configuration) })
  t.is(checked.status, 0, checked.output)
  const prometheus = await startPrometheus(t, configuration)
  await until(
    async () => (await prometheus.query('up')).filter(({ value }) => value[1] === '1').length === 2,
    () => 'Prometheus does not reach both',
    PATIENCE,
  )

  let empty = [...panelQueries(), ...variableQueries()]
  await until(
    async () => {
      await round()
      const shown = await Promise.all(empty.map(({ expr }) => hasNumbers(prometheus, expr)))
      empty = empty.filter((_, index) => shown[index] === false)
      return empty.length === 0
    },
    () => `no numbers for ${empty.map(({ name, expr }) => `${name}: ${expr}`).join('\n')}`,
    PATIENCE,
  )

  if (process.env.WEIR_TEST_PICTURES === '1') await takePictures(prometheus, round)

  const documented = documentedMetrics()
  const undocumented = Object.keys(await prometheus.families())
    .filter((name) => name.startsWith('weir_') && !/^weir_(?:proxy|api)_(?:nodejs|process)_/.test(name))
    .filter((name) => !documented.has(name))
  t.deepEqual(undocumented, [], 'docs/metrics.md has every metric')

  const api = new Agent({ connect: { ca: weir.ca } })
  const texts = {
    proxy: await (await fetch(`${weir.proxyUrl}/metrics`)).text(),
    api: await (await fetch(new URL('/metrics', weir.apiUrl), { dispatcher: api })).text(),
  }
  await api.destroy()
  for (const [part, input] of Object.entries(texts)) {
    const { status, output } = promtool(['check', 'metrics'], { input })
    t.is(status, 0, `${part}: ${output}`)
    for (const secret of [IBAN, EMAIL, 'intranet.example', 'round 1', 'admin@weir.local']) {
      t.false(input.includes(secret), `${part}: ${secret}`)
    }
  }
})
