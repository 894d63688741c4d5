import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openAuthority } from '../../certs/authority.ts'
import { issueServerCertificate } from '../../certs/server-certificate.ts'
import { Child } from '../child.ts'
import { startWeir } from '../inspect/lanes/weir.ts'
import { writeUpstreamCertificate } from '../inspect/upstream-certificate.ts'
import { inWorkplace } from '../workplace.ts'
import type { Question } from './load.ts'

/** Opened first, so that what a process needs once is not charged to the tunnels that follow. */
const WARM_TUNNELS = 500
/** V8 and glibc have given back by then what opening took. */
const SETTLE_MS = 4_000
/** Of a run that only shows that everything works. */
const SHORT_SETTLE_MS = 300
/** Warm-up and measurement of handshakes with a host that is known. */
const KNOWN = 'known.bench.example'

export interface Options {
  /** Idle tunnels. */
  readonly tunnels: number
  readonly megabytes: number
  readonly handshakes: number
}

export interface Figures {
  /** Of memory, for each idle tunnel. */
  readonly idleBytes: number
  readonly megabytesPerCpuSecond: number
  /** CPU of one, CONNECT included. */
  readonly handshakeMicros: { readonly known: number; readonly fresh: number }
}

export interface Report {
  readonly comparison: 'connections'
  readonly node: string
  readonly platform: string
  readonly options: Options
  readonly plain: Figures
  readonly weir: Figures
}

/** @throws BenchError, also when `signal` aborts */
export async function runConnections(
  options: Options,
  progress: (line: string) => void,
  signal: AbortSignal,
): Promise<Report> {
  return await inWorkplace(signal, undefined, async ({ folder, started }) => {
    writeUpstreamCertificate(folder)
    const authority = openAuthority(join(folder, 'plain'), () => new Date())
    const { cert, key } = issueServerCertificate(authority, [KNOWN], new Date())
    const files = { cert: join(folder, 'plain.pem'), key: join(folder, 'plain.key') }
    writeFileSync(files.cert, cert)
    writeFileSync(files.key, key, { mode: 0o600 })
    const load = started(new Child('the load generator', 'bench/connections/load.ts'))
    await load.answer()
    const plain = started(new Child('plain', 'bench/connections/plain.ts', { args: [files.cert, files.key] }))
    const { port } = await plain.answer<{ port: number }>()
    const weir = await startWeir({ folder, upstreamPort: 9 }, started, {
      WEIR_INTERCEPT_HOSTS: '*.bench.example',
      WEIR_DESTINATION_ALLOW_CIDRS: '127.0.0.0/8',
      WEIR_MAX_TUNNELS: '100000',
    })
    const measureOne = (name: string, child: Child, at: number, caPem: string) =>
      measure({
        ...{ child, port: at, caPem, options, isOneHost: child === plain },
        ask: (question) => load.ask(question),
        progress: (what) => progress(`${name}: ${what}`),
      })
    return {
      comparison: 'connections',
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      options,
      plain: await measureOne('plain', plain, port, authority.certificatePem),
      weir: await measureOne('weir', weir.child as Child, weir.port, weir.caPem),
    }
  })
}

function names(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `h${index}.bench.example`)
}

interface Stage {
  readonly child: Child
  readonly port: number
  readonly caPem: string
  /** It has the certificate of one host only. */
  readonly isOneHost: boolean
  readonly options: Options
  readonly ask: (question: Question) => Promise<unknown>
  readonly progress: (what: string) => void
}

async function measure({ child, port, caPem, isOneHost, options, ask, progress }: Stage): Promise<Figures> {
  progress('handshakes')
  const handshakes = async (hosts: readonly string[]) => {
    const before = await child.cpuMicros()
    await ask({ measure: 'handshakes', port, hosts, caPem })
    return ((await child.cpuMicros()) - before) / hosts.length
  }
  const again = Array.from({ length: options.handshakes }, () => KNOWN)
  await handshakes(again)
  const known = await handshakes(again)
  const fresh = isOneHost ? known : await handshakes(names(options.handshakes))

  progress('bytes through a tunnel')
  const { megabytes, tunnels } = options
  await ask({ measure: 'bytes', port, megabytes: megabytes / 4 })
  const before = await child.cpuMicros()
  await ask({ measure: 'bytes', port, megabytes })
  const seconds = ((await child.cpuMicros()) - before) / 1e6

  progress('idle tunnels')
  const settleMs = tunnels < WARM_TUNNELS ? SHORT_SETTLE_MS : SETTLE_MS
  await ask({ measure: 'open', port, count: Math.min(WARM_TUNNELS, tunnels) })
  await sleep(settleMs)
  const empty = await child.residentBytes()
  await ask({ measure: 'open', port, count: tunnels })
  await sleep(settleMs)
  const idleBytes = ((await child.residentBytes()) - empty) / tunnels
  await ask({ measure: 'close' })
  return { idleBytes, megabytesPerCpuSecond: megabytes / seconds, handshakeMicros: { known, fresh } }
}
