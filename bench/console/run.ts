import { loadavg } from 'node:os'
import { startWeir } from '../inspect/lanes/weir.ts'
import { writeUpstreamCertificate } from '../inspect/upstream-certificate.ts'
import { Administrator, AMPLE_RATE, EMAIL, PASSWORD } from '../lists/api.ts'
import { questions } from '../lists/questions.ts'
import { type GroupResult, measureLists, prepareData } from '../lists/run.ts'
import { type Spread, spread } from '../statistics.ts'
import { inWorkplace } from '../workplace.ts'
import { ConsoleBrowser } from './browser.ts'
import type { Options } from './options.ts'

/** The discard port: nothing is proxied. */
const NO_UPSTREAM = 9
const SLOWER = 4

export interface Report {
  readonly comparison: 'console'
  readonly node: string
  readonly rows: number
  readonly rounds: number
  /** Milliseconds until the dashboard can be used, at the machine's speed and four times slower. */
  readonly usable: Spread
  readonly usableSlower: Spread
  readonly lists: GroupResult | undefined
  /** Of the last minute, before and after: on a machine that does other things too the times are too long. */
  readonly load: readonly [before: number, after: number]
}

/** @throws BenchError, also when `signal` aborts */
export async function runConsole(
  options: Options,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<Report> {
  return await inWorkplace(signal, options.data, async ({ folder, started }) => {
    const { end } = await prepareData(folder, options.rows, progress, signal)
    writeUpstreamCertificate(folder)
    progress('starting weir')
    const weir = await startWeir({ folder, upstreamPort: NO_UPSTREAM }, started, {
      WEIR_ADMIN_PASSWORD: PASSWORD,
      WEIR_TENANT_RATE: AMPLE_RATE,
      WEIR_RETENTION_DAYS: '0',
    })
    const before = loadavg()[0] ?? 0
    const browser = await ConsoleBrowser.signIn(new URL(weir.apiUrl).origin, EMAIL, PASSWORD)
    try {
      const [usual, slower]: [number[], number[]] = [[], []]
      // The first one warms the server up.
      await browser.open(1)
      for (let round = 1; round <= options.rounds; round++) {
        progress(`dashboard: round ${round} of ${options.rounds}`)
        usual.push(await browser.open(1))
        slower.push(await browser.open(SLOWER))
      }
      const administrator = await Administrator.login(weir.apiUrl, weir.caPem)
      const [lists] = await measureLists(administrator, questions(end), 1, progress)
      await administrator.close()
      return {
        ...{ comparison: 'console', node: process.version, rows: options.rows, rounds: options.rounds },
        ...{ usable: spread(usual), usableSlower: spread(slower), lists, load: [before, loadavg()[0] ?? 0] },
      }
    } finally {
      await browser.close()
    }
  })
}
