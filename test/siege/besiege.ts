import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { usageOf } from '../soak/usage.ts'
import type { Scope } from '../support/scope.ts'
import { startSocketService } from '../support/socket-service.ts'
import { startWeir, type Weir } from '../support/weir.ts'
import { until } from '../support/wire.ts'
import { type Attack, HOST } from './attacks.ts'
import { memoryGroup } from './group.ts'
import { type Probed, probe } from './probe.ts'

const ATTACKER = fileURLToPath(new URL('attacker.ts', import.meta.url))
const SAMPLE_MS = 20

export interface Besieged {
  readonly weir: Weir
  /** Whether the kernel ends the process where it holds more than the limit. */
  readonly isLimited: boolean
  /** Resident memory now, in bytes. */
  resident(): number
  hasEnded(): boolean
}

/** The product with so much memory: by the kernel where this machine lets us, otherwise by a part of it that clients may hold. */
export async function startBesieged(scope: Scope, limit: number | undefined): Promise<Besieged> {
  const service = await startSocketService(scope, { hosts: [HOST], perMessageDeflate: true })
  const group = limit === undefined ? undefined : memoryGroup(scope, limit)
  const weir = await startWeir(scope, {
    upstreams: { [HOST]: service },
    ...(group !== undefined && { through: group.through }),
    ...(group === undefined && limit !== undefined && { env: { WEIR_HELD_BYTES: String(limit / 4) } }),
  })
  const { process: child } = weir.product
  return {
    weir,
    isLimited: group !== undefined,
    resident: () => usageOf(child.pid ?? 0).rss,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
  }
}

interface Course {
  /** How long small prompts are sent before the attack, and beside it when all of it has come. */
  readonly calmMs: number
  readonly holdMs: number
}

/** What became of an attack: memory in bytes. */
export interface Outcome {
  readonly idle: number
  readonly peak: number
  /** The most that clients were said to hold. */
  readonly held: number
  readonly said: string
  readonly calm: Probed
  readonly during: Probed
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Attacks it from a process of its own, while another sends small prompts; the attacker has gone when this resolves. */
export async function besiege(
  { weir, resident, hasEnded }: Besieged,
  attack: Attack,
  size: number,
  { calmMs, holdMs }: Course,
): Promise<Outcome> {
  const calming = probe(weir.proxyPort, HOST)
  await wait(calmMs)
  const calm = await calming()
  // What starting and the first prompts left behind is given back.
  await wait(calmMs / 2)
  const idle = resident()
  let peak = 0
  let held = 0
  const sampling = setInterval(() => {
    if (!hasEnded()) peak = Math.max(peak, resident())
  }, SAMPLE_MS)
  const asking = setInterval(async () => {
    // Whoever is busy answers later.
    held = Math.max(held, await heldBytes(weir).catch(() => 0))
  }, 10 * SAMPLE_MS)
  const probing = probe(weir.proxyPort, HOST)
  const attacker = spawn(process.execPath, [ATTACKER, attack.name, String(size), String(weir.proxyPort), weir.caFile], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    const [said] = (await once(attacker.stdout, 'data')) as [Buffer]
    await wait(holdMs)
    return { idle, peak, held, said: `${said}`.trim(), calm, during: await probing() }
  } finally {
    clearInterval(sampling)
    clearInterval(asking)
    const ended = once(attacker, 'exit')
    attacker.stdin.end()
    await ended
  }
}

/** By bodies and messages, and by what threads unfold. */
export async function heldBytes(weir: Weir): Promise<number> {
  const parts = ['bytes', 'unfolded'].map((resource) => weir.metric('weir_proxy_admission_held', { resource }))
  return (await Promise.all(parts)).reduce((sum, part) => sum + part, 0)
}

/** Waits until no more than so much is held, by clients and in memory. */
export async function untilGivenBack({ weir, resident }: Besieged, most: number, patienceMs: number): Promise<void> {
  let held = 0
  await until(
    async () => {
      // Asking is work, beside which nobody looks for garbage.
      if (resident() > most) return false
      held = await heldBytes(weir)
      return held === 0
    },
    () => `${held} bytes are held, and ${resident()} bytes of memory`,
    patienceMs,
  )
}
