import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fetch } from 'undici'
import type { Scope } from '../support/scope.ts'
import { temporaryFolder } from '../support/temp.ts'
import type { Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { CONFIG } from './queries.ts'

export interface Sample {
  readonly metric: Readonly<Record<string, string>>
  /** Seconds since 1970, and the number as text. */
  readonly value: readonly [number, string]
}

export interface Samples {
  readonly metric: Readonly<Record<string, string>>
  readonly values: ReadonlyArray<readonly [number, string]>
}

export interface Prometheus {
  query(expr: string): Promise<readonly Sample[]>
  /** Every two seconds from then until now, in seconds since 1970. */
  range(expr: string, from: number, to: number): Promise<readonly Samples[]>
  /** Every family of metrics that it has scraped. */
  families(): Promise<Readonly<Record<string, readonly { type: string; help: string }[]>>>
}

/** A folder with the configuration of config/prometheus, for these targets and at a scrape a second. */
export function configurationFor(scope: Scope, weir: Weir): string {
  const folder = temporaryFolder(scope)
  cpSync(join(CONFIG, 'prometheus'), folder, { recursive: true })
  const file = join(folder, 'prometheus.yml')
  const text = readFileSync(file, 'utf8')
    .replaceAll(/interval: 15s/g, 'interval: 1s')
    .replace('proxy:8080', new URL(weir.proxyUrl).host)
    .replace('api:8443', new URL(weir.apiUrl).host)
    .replace('/weir/ca.pem', weir.caFile)
  writeFileSync(file, text)
  return file
}

/** A real Prometheus on a free port. */
export async function startPrometheus(scope: Scope, configuration: string): Promise<Prometheus> {
  const child = spawn(
    'prometheus',
    [
      `--config.file=${configuration}`,
      `--storage.tsdb.path=${join(temporaryFolder(scope), 'tsdb')}`,
      '--web.listen-address=127.0.0.1:0',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const closed = once(child, 'close')
  scope.teardown(async () => {
    child.kill('SIGKILL')
    await closed
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text
  })
  const address = () => /"Listening on" address=(\S+)/.exec(log)?.[1]
  await until(
    () => address() !== undefined,
    () => `Prometheus does not listen: ${log}`,
    60_000,
  )
  await until(
    async () => (await fetch(`http://${address()}/-/ready`)).ok,
    () => `Prometheus is not ready: ${log}`,
    60_000,
  )
  const ask = async (path: string): Promise<unknown> => {
    const answer = await fetch(`http://${address()}/api/v1/${path}`)
    const { status, data, error } = (await answer.json()) as { status: string; data: unknown; error?: string }
    if (status !== 'success') throw new Error(`Prometheus answered ${error}`)
    return data
  }
  return {
    async query(expr) {
      const { resultType, result } = (await ask(`query?query=${encodeURIComponent(expr)}`)) as {
        resultType: string
        result: Sample[]
      }
      if (resultType !== 'vector') throw new Error(`${expr} is no vector but a ${resultType}`)
      return result
    },
    async range(expr, from, to) {
      const path = `query_range?query=${encodeURIComponent(expr)}&start=${from}&end=${to}&step=2`
      return ((await ask(path)) as { result: Samples[] }).result
    },
    families: async () => (await ask('metadata')) as Awaited<ReturnType<Prometheus['families']>>,
  }
}
