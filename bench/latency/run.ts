import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Child } from '../child.ts'
import { startWeir } from '../inspect/lanes/weir.ts'
import type { Way } from '../inspect/tunnel.ts'
import { writeUpstreamCertificate } from '../inspect/upstream-certificate.ts'
import { inWorkplace } from '../workplace.ts'
import type { Question, Times } from './load.ts'

/** Hostile clients have filled what can be filled by then. */
const HOSTILE_LEAD_MS = 500

export interface Options {
  /** Length of each measurement. */
  readonly seconds: number
}

export interface Report {
  readonly comparison: 'latency'
  readonly node: string
  readonly platform: string
  readonly seconds: number
  /** Requests a second: what Weir takes, half of which the steady load has. */
  readonly rate: number
  readonly halfLoad: { readonly direct: Times; readonly weir: Times }
  /** From the service's write to the client's read. */
  readonly events: { readonly direct: Times; readonly weir: Times }
  readonly smallPrompt: { readonly alone: Times; readonly besideHostile: Times }
  /** What the hostile clients were answered meanwhile, by kind. */
  readonly hostileAnswers: Readonly<Record<string, number>>
}

type Progress = (line: string) => void

/**
 * What Weir adds to the time that a client waits: at half load, to each event of a stream, and beside hostile clients.
 * @throws BenchError, also when `signal` aborts
 */
export async function runLatency({ seconds }: Options, progress: Progress, signal: AbortSignal): Promise<Report> {
  return await inWorkplace(signal, undefined, async ({ folder, started }) => {
    writeUpstreamCertificate(folder)
    const upstream = started(new Child('the upstream', 'bench/latency/upstream.ts', { args: [folder] }))
    const { port: upstreamPort } = await upstream.answer<{ port: number }>()
    const lane = await startWeir({ folder, upstreamPort }, started)
    const load = started(new Child('the load generator', 'bench/latency/load.ts'))
    const ask = <T>(question: Question) => load.ask<T>(question)
    const weir: Way = { port: lane.port, caPem: lane.caPem }
    const direct: Way = {
      port: upstreamPort,
      caPem: readFileSync(join(folder, 'upstream-ca.pem'), 'utf8'),
      direct: true,
    }

    progress('how many requests it takes')
    const { rate } = await ask<{ rate: number }>({ measure: 'rate', way: weir, seconds })
    const both = async (question: { measure: 'steady'; rate: number } | { measure: 'events' }) => ({
      direct: await ask<Times>({ ...question, way: direct, seconds }),
      weir: await ask<Times>({ ...question, way: weir, seconds }),
    })
    progress('at half load')
    const halfLoad = await both({ measure: 'steady', rate: rate / 2 })
    progress('events of a stream')
    const events = await both({ measure: 'events' })
    progress('a small prompt alone')
    const alone = await ask<Times>({ measure: 'prompts', way: weir, seconds })
    progress('a small prompt beside hostile clients')
    const hostile = started(
      new Child('the hostile clients', 'bench/latency/hostile.ts', { args: [JSON.stringify(weir)] }),
    )
    await sleep(HOSTILE_LEAD_MS)
    const besideHostile = await ask<Times>({ measure: 'prompts', way: weir, seconds })
    const { answered } = await hostile.ask<{ answered: Record<string, number> }>('stop')
    return {
      comparison: 'latency',
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      ...{ seconds, rate, halfLoad, events },
      smallPrompt: { alone, besideHostile },
      hostileAnswers: answered,
    }
  })
}
