import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Registry } from 'prom-client'
import type { Exchange, TelemetryOptions } from '../../config/otlp/exchange.ts'
import { openTelemetry } from '../../config/otlp/telemetry.ts'
import { headers } from '../../config/parsers.ts'
import { loadSettings } from '../../config/settings.ts'
import { startCollector } from '../support/collector.ts'

const ROOT = join(import.meta.dirname, '../..')
/** More than wait in the queue. */
const MANY = 20_000

function optionsOf(env: Readonly<Record<string, string>>, onWarning = (_line: unknown) => {}): TelemetryOptions {
  return {
    settings: loadSettings(env, ROOT),
    service: 'weir-proxy',
    instance: 'worker-1',
    registry: new Registry(),
    logger: { warn: onWarning },
  }
}

const exchange = (number: number): Exchange => ({
  id: `019ab0c0-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
  linked: undefined,
  ...{ startedAt: number, endedAt: number + 1, inspected: undefined, upstream: undefined },
  ...{ hasFailed: false, attributes: { 'weir.action': 'allow' } },
})

test.serial(
  'a collector that answers nothing holds nobody up, gets a bounded number, and does not delay the end',
  async (t) => {
    const collector = await startCollector(t, () => {})
    const telemetry = await openTelemetry(optionsOf({ WEIR_OTLP_ENDPOINT: collector.url }))
    // All within one turn of the event loop: nothing waits for the collector.
    for (let number = 1; number <= MANY; number += 1) telemetry?.exchange(exchange(number))
    await telemetry?.close()
    t.true(collector.requests.length >= 1)
    t.true(collector.spans().length <= 2048)
  },
)

test.serial('a collector that is not there is said once, without its answer', async (t) => {
  const warnings: unknown[] = []
  const collector = await startCollector(t, (response) => response.writeHead(400).end('quagga'))
  const telemetry = await openTelemetry(
    optionsOf({ WEIR_OTLP_ENDPOINT: collector.url }, (line) => void warnings.push(line)),
  )
  telemetry?.exchange(exchange(1))
  telemetry?.stored({ ids: [exchange(1).id ?? ''], interval: { from: 1, to: 2 } })
  await telemetry?.close()
  t.deepEqual(warnings, [{ code: 'ERR_OTLP' }])
})

test.serial('proxy and API trace the same share of exchanges', async (t) => {
  const collector = await startCollector(t)
  const env = { WEIR_OTLP_ENDPOINT: `${collector.url}/`, WEIR_OTLP_TRACE_RATIO: '0.5' }
  const telemetry = await openTelemetry(optionsOf(env))
  // A generator of its own: whole ids are random in their second half.
  const ids = Array.from({ length: 200 }, (_, number) => ({
    ...exchange(number),
    id: `019ab0c0-0000-7000-8000-${Math.imul(number + 1, 0x9e3779b1)
      .toString(16)
      .replace('-', 'f')
      .padStart(12, 'a')}`,
  }))
  for (const one of ids) telemetry?.exchange(one)
  telemetry?.stored({ ids: ids.map(({ id }) => id), interval: { from: 1, to: 2 } })
  await telemetry?.close()
  const traces = (name: string) =>
    new Set(collector.spans().flatMap((span) => (span.name === name ? [span.traceId] : [])))
  const traced = traces('weir.exchange')
  t.deepEqual(traced, traces('weir.store'))
  t.true(traced.size > 0 && traced.size < ids.length, `${traced.size}`)
})

test('without an address nothing of it is loaded', async (t) => {
  t.is(await openTelemetry(optionsOf({})), undefined)
  const folders = ['api', 'cli', 'proxy', 'config', 'core', 'tier3', 'certs']
  const files = folders.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )
  const importing = (what: RegExp) => files.filter((file) => what.test(readFileSync(join(ROOT, file), 'utf8'))).sort()
  const own = ['export', 'ids', 'registry-producer'].map((name) => `config/otlp/${name}.ts`)
  t.deepEqual(importing(/from '@opentelemetry\//), own)
  // These are reached from each other alone, and by the one import that is made where an address is set.
  t.deepEqual(
    importing(/from '.*\/(export|ids|registry-producer)\.ts'/).filter((file) => !own.includes(file)),
    importing(/from '.*\/ids\.ts'/).filter((file) => !file.startsWith('config/otlp')),
  )
  t.deepEqual(importing(/import\('\.\/export\.ts'\)/), ['config/otlp/telemetry.ts'])
})

test('headers are read as a list', (t) => {
  const context = { cwd: ROOT }
  t.deepEqual(headers('a=b, authorization=Bearer x=y', context as never), { a: 'b', authorization: 'Bearer x=y' })
  for (const wrong of ['', 'a', 'a=', '=b', 'a=b,', 'a b=c', 'a=\u0001'])
    t.throws(() => headers(wrong, context as never), undefined, wrong)
})
