import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { connectIntercepted, openIntercepted, postJson } from '../support/intercepted.ts'
import { IBAN } from '../support/sample-policies.ts'
import type { Scope } from '../support/scope.ts'
import type { Weir } from '../support/weir.ts'
import { until, Wire } from '../support/wire.ts'
import { EVENTS, HOST, LIES, ORDER, type Services } from './services.ts'

/** What a scenario works with. */
export interface Stage {
  /** Ends with this run of the scenario. */
  readonly scope: Scope
  readonly weir: Weir
  readonly services: Services
  /** Another one for every run. */
  readonly n: number
}

/** How many interactions a run leaves: `at least, at most`. An abort may overtake the prompt it belongs to. */
export type Recorded = readonly [number, number]

export interface Scenario {
  readonly name: string
  /** How often it comes round, beside the others. */
  readonly weight: number
  readonly recorded: Recorded
  /** Rejects where something is not what it has to be. */
  run(stage: Stage): Promise<void>
}

const PATH = '/v1/responses'
const PIPELINED = 4
const KEPT = 3
const UPLOAD_BYTES = 400_000
const STALL_MS = 300

const WORDS = 'the river carries what the mill above it lets go and nobody downstream asks where it was before'.split(
  ' ',
)

/** Prose that is another in every run. */
function prose(n: number, bytes: number): string {
  let text = `run ${n}:`
  for (let at = n; text.length < bytes; at += 7) text += ` ${WORDS[(at * at + n) % WORDS.length]}`
  return text
}

function promptOf(text: string, order?: string): { readonly bytes: string; readonly digest: string } {
  const body = JSON.stringify({ model: 'gpt-5', input: text })
  const bytes = postJson(HOST, PATH, body, order === undefined ? [] : [`${ORDER}: ${order}`])
  return { bytes, digest: hash('sha256', body) }
}

function demand(holds: boolean, what: string, received: string): void {
  if (!holds) throw new Error(`${what}: ${JSON.stringify(received.slice(0, 500))}`)
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** A client that has no more to say: its socket ends, or is reset. */
function hangUp(socket: { destroy(): unknown; resetAndDestroy(): unknown }, n: number): void {
  if (n % 2 === 0) socket.destroy()
  else socket.resetAndDestroy()
}

const talk = ({ scope, weir }: Stage) => openIntercepted(scope, weir, HOST)

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'allowed prompts on a kept connection',
    weight: 6,
    recorded: [KEPT, KEPT],
    run: async (stage) => {
      const wire = await talk(stage)
      for (let at = 0; at < KEPT; at++) {
        const { bytes, digest } = promptOf(prose(stage.n * KEPT + at, 2000))
        await wire.send(bytes).expect(digest)
      }
      demand(wire.received.match(/HTTP\/1\.1 200 /g)?.length === KEPT, 'answers', wire.received)
    },
  },
  {
    name: 'blocked prompts',
    weight: 3,
    recorded: [1, 1],
    run: async (stage) => {
      const { bytes, digest } = promptOf(`${prose(stage.n, 1000)} pay ${IBAN}`)
      const wire = await talk(stage)
      const answer = await wire.send(bytes).expect('x-weir-action: block')
      demand(/^HTTP\/1\.1 4\d\d /.test(answer), 'a refusal', answer)
      demand(!answer.includes(digest), 'no answer of the service', answer)
    },
  },
  {
    name: 'streams',
    weight: 3,
    recorded: [1, 1],
    run: async (stage) => {
      const wire = await talk(stage)
      const answer = await wire.send(promptOf(prose(stage.n, 500), 'stream').bytes).expect('[DONE]')
      const events = [...answer.matchAll(/"event":(\d+)/g)].map(([, number]) => Number(number))
      demand(events.length === EVENTS && events.every((event, at) => event === at), 'every event in order', answer)
    },
  },
  {
    name: 'large prompts',
    weight: 1,
    recorded: [1, 1],
    run: async (stage) => {
      const { bytes, digest } = promptOf(prose(stage.n, UPLOAD_BYTES))
      const wire = await talk(stage)
      await wire.send(bytes).expect(digest)
    },
  },
  {
    name: 'pipelined prompts',
    weight: 2,
    recorded: [PIPELINED, PIPELINED],
    run: async (stage) => {
      const prompts = Array.from({ length: PIPELINED }, (_, at) => promptOf(prose(stage.n * PIPELINED + at, 300)))
      const wire = await talk(stage)
      wire.send(prompts.map(({ bytes }) => bytes).join(''))
      let last = -1
      for (const { digest } of prompts) {
        const at = (await wire.expect(digest)).indexOf(digest)
        demand(at > last, 'answers in order', wire.received)
        last = at
      }
    },
  },
  {
    name: 'clients that stall in the head and in the body',
    weight: 2,
    recorded: [1, 1],
    run: async (stage) => {
      const { bytes, digest } = promptOf(prose(stage.n, 800))
      const wire = await talk(stage)
      for (const part of [bytes.slice(0, 30), bytes.slice(30, 400), bytes.slice(400)]) {
        wire.send(part)
        await wait(STALL_MS)
      }
      await wire.expect(digest)
    },
  },
  {
    name: 'clients that hang up in the handshake',
    weight: 2,
    recorded: [0, 0],
    run: async ({ scope, weir, n }) => {
      const wire = await Wire.open(scope, weir.proxyPort)
      await wire.send(`CONNECT ${HOST}:443 HTTP/1.1\r\n\r\n`).expect('\r\n\r\n')
      wire.send(Buffer.from('16030100', 'hex'))
      hangUp(wire.socket, n)
    },
  },
  {
    name: 'clients that hang up in a prompt',
    weight: 2,
    recorded: [0, 1],
    run: async (stage) => {
      const tls = await connectIntercepted(stage.scope, stage.weir, HOST)
      tls.on('error', () => {})
      tls.write(promptOf(prose(stage.n, 5000)).bytes.slice(0, -50))
      await wait(STALL_MS / 10)
      tls.destroy()
    },
  },
  {
    name: 'clients that hang up while they wait',
    weight: 2,
    recorded: [0, 1],
    run: async (stage) => {
      const wire = await talk(stage)
      wire.send(promptOf(prose(stage.n, 200), 'silence').bytes)
      await wait(STALL_MS)
      wire.socket.destroy()
    },
  },
  {
    name: 'clients that hang up in a stream',
    weight: 2,
    recorded: [1, 1],
    run: async (stage) => {
      const wire = await talk(stage)
      await wire.send(promptOf(prose(stage.n, 200), 'endless').bytes).expect('"event":3')
      wire.socket.destroy()
    },
  },
  {
    name: 'services that lie',
    weight: 4,
    recorded: [1, 1],
    run: async (stage) => {
      const lie = stage.n % LIES.length
      const wire = await talk(stage)
      wire.send(promptOf(prose(stage.n, 200), `lie-${lie}`).bytes.replace('\r\n', '\r\nConnection: close\r\n'))
      const answer = await wire.expectEnd()
      demand(LIES[lie]?.outcome.test(answer) === true, `what lie ${lie} has to become`, answer)
    },
  },
  {
    name: 'clients that lie',
    weight: 2,
    recorded: [0, 1],
    run: async (stage) => {
      const { bytes, digest } = promptOf(prose(stage.n, 200))
      const wire = await talk(stage)
      wire.send(bytes.replace('\r\n', '\r\nTransfer-Encoding: chunked\r\n'))
      const answer = await wire.expectEnd()
      demand(/^HTTP\/1\.1 400 /.test(answer) && !answer.includes(digest), 'a refusal', answer)
    },
  },
  {
    name: 'tunnels whose client ends its side first',
    weight: 2,
    recorded: [0, 0],
    run: async ({ scope, weir, services, n }) => {
      const socket = connect({ port: weir.proxyPort, host: '127.0.0.1', allowHalfOpen: true })
      scope.teardown(() => socket.destroy())
      await once(socket, 'connect')
      const wire = new Wire(socket)
      await wire.send(`CONNECT 127.0.0.1:${services.tunnelPort} HTTP/1.1\r\n\r\n`).expect('\r\n\r\n')
      const said = prose(n, 20_000)
      socket.end(said)
      const answer = await wire.expectEnd()
      demand(answer.endsWith(`you said ${said}`), 'what was said', answer.slice(-500))
    },
  },
  {
    name: 'upgrades that are refused inside',
    weight: 1,
    recorded: [1, 1],
    run: async (stage) => {
      const wire = await talk(stage)
      wire.send(`GET /v1/soak HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: soak\r\n\r\n`)
      const answer = await wire.expectEnd()
      demand(/^HTTP\/1\.1 426 /.test(answer), 'a refusal', answer)
    },
  },
  {
    name: 'upgrades that pass, to a host that is no AI service',
    weight: 1,
    recorded: [0, 0],
    run: async ({ scope, weir, services, n }) => {
      const wire = await Wire.open(scope, weir.proxyPort)
      const host = `127.0.0.1:${services.plainPort}`
      wire.send(`GET http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`)
      const answer = await wire.expect('\r\n\r\n')
      demand(/^HTTP\/1\.1 101 /.test(answer), 'an upgrade', answer)
      await wire.send(`ping ${n}.`).expect(`ping ${n}.`)
    },
  },
  {
    name: 'plain uploads, to a host that is no AI service',
    weight: 1,
    recorded: [0, 0],
    run: async ({ scope, weir, services, n }) => {
      const wire = await Wire.open(scope, weir.proxyPort)
      const host = `127.0.0.1:${services.plainPort}`
      const body = prose(n, UPLOAD_BYTES)
      wire.send(`PUT http://${host}/ HTTP/1.1\r\nHost: ${host}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
      await wire.expect(hash('sha256', body))
      await until(
        () => wire.received.startsWith('HTTP/1.1 200 '),
        () => wire.received,
      )
    },
  },
]
