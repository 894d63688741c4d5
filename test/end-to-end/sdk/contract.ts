import { hash } from 'node:crypto'
import test from 'ava'
import type { Dispatcher } from 'undici'
import { straightTo, throughProxy } from '../../support/dispatchers.ts'
import { EMAIL, IBAN, policyOn } from '../../support/sample-policies.ts'
import { fileScope } from '../../support/scope.ts'
import { Steps, streamStepwise } from '../../support/steps.ts'
import { type Arrival, type FakeUpstream, startUpstream } from '../../support/upstream.ts'
import { startWeir, type Weir } from '../../support/weir.ts'

/** One vendor's own package, as its users call it. */
export interface Sdk {
  readonly host: string
  readonly platform: string
  /** What its API answers a plain request with. */
  readonly answer: unknown
  /** What its API streams, one server-sent event each. */
  readonly events: readonly string[]
  /** Whether a request asks for a stream. */
  readonly asksForStream: (url: string, body: string) => boolean
  /** Whether it obeys `x-should-retry: false` on a 5xx; Google's retries by status alone. */
  readonly obeysShouldRetry: boolean
  /** Sends a prompt as the latest of a conversation, with more than one retry allowed; resolves to the text that the package hands out. */
  readonly ask: (dispatcher: Dispatcher, prompt: string) => Promise<string>
  /** Calls back with each event as the package hands it out. */
  readonly askForStream: (dispatcher: Dispatcher, prompt: string, onEvent: () => void) => Promise<void>
  /** The HTTP status and the message, where it is the package's own error; undefined for any other. */
  readonly readError: (error: unknown) => { status: number | undefined; message: string } | undefined
}

/** What everyone who uses one of these packages through the proxy relies on. */
export function testSdk(sdk: Sdk): void {
  const scope = fileScope()
  let upstream: FakeUpstream
  let weir: Weir
  /** Of the stream that is under way. */
  let steps = new Steps()

  test.before(async () => {
    upstream = await startUpstream(scope, {
      hosts: [sdk.host],
      answer: (request, response, body) => {
        if (sdk.asksForStream(request.url ?? '', body.toString())) {
          void streamStepwise(response, sdk.events, steps)
        } else {
          response.setHeader('content-type', 'application/json')
          response.end(JSON.stringify(sdk.answer))
        }
      },
    })
    weir = await startWeir(scope, { upstreams: { [sdk.host]: upstream } })
    await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
    await weir.createPolicy(policyOn('EMAIL', 'coach', 'Care with addresses'))
  })

  const arrivalsOf = (prompt: string) => upstream.arrivals.filter(({ body }) => body.includes(prompt))

  test.serial(
    'a prompt through the proxy arrives as the package sent it, and the answer as the service gave it',
    async (t) => {
      const prompt = 'Was ist ein Wehr? “Ein Bauwerk” – 🌊'
      const direct = await sdk.ask(straightTo(t, upstream), prompt)
      t.is(await sdk.ask(throughProxy(t, weir), prompt), direct)
      const [sent, arrived, ...others] = arrivalsOf(prompt)
      t.deepEqual(arrived?.body, sent?.body)
      t.is(arrived?.url, sent?.url)
      t.is(arrived?.method, sent?.method)
      t.deepEqual(endToEndHeaders(arrived), endToEndHeaders(sent))
      t.deepEqual(others, [])
      const [record] = await weir.interactionsOf(prompt)
      t.is(record?.platform_id, sdk.platform)
      t.is(record?.content_hash, hash('sha256', prompt))
    },
  )

  test.serial(
    'a streamed answer arrives event by event: each is sent only after the one before was received',
    async (t) => {
      t.timeout(30_000)
      const prompt = 'stream something'
      const received: number[] = []
      for (const dispatcher of [straightTo(t, upstream), throughProxy(t, weir)]) {
        const current = new Steps()
        steps = current
        let count = 0
        await sdk.askForStream(dispatcher, prompt, () => {
          count++
          current.confirm()
        })
        received.push(count)
      }
      t.deepEqual(received, [sdk.events.length, sdk.events.length])
      const [sent, arrived] = arrivalsOf(prompt)
      t.deepEqual(arrived?.body, sent?.body)
    },
  )

  for (const kind of ['plain', 'streamed'] as const) {
    test.serial(
      `a blocked ${kind} prompt is the package's own error with our message, is not retried, and reaches nobody`,
      async (t) => {
        const prompt = `${kind}: transfer to ${IBAN}`
        const labels = { platform: sdk.platform, action: 'block' }
        const before = await weir.metric('weir_proxy_requests_total', labels)
        const dispatcher = throughProxy(t, weir)
        const asking = kind === 'plain' ? sdk.ask(dispatcher, prompt) : sdk.askForStream(dispatcher, prompt, () => {})
        const error = sdk.readError(await t.throwsAsync(asking))
        t.is(error?.status, 400)
        t.regex(error?.message ?? '', /The policy .*No IBAN.* does not allow it because it contains an IBAN/)
        t.is(await weir.metric('weir_proxy_requests_total', labels), before + 1)
        t.deepEqual(arrivalsOf(prompt), [])
        const [record] = await weir.interactionsOf(prompt)
        t.is(record?.enforced_action, 'block')
      },
    )
  }

  test.serial('a coached prompt passes through the package unnoticed', async (t) => {
    const prompt = `answer ${EMAIL}`
    t.truthy(await sdk.ask(throughProxy(t, weir), prompt))
    const [record] = await weir.interactionsOf(prompt)
    t.is(record?.enforced_action, 'coach')
  })

  test.serial(
    'an upstream with a wrong certificate is the package’s own error, and not retried where it can be told',
    async (t) => {
      // Trusts no fake CA.
      const strict = await startWeir(t, { env: { WEIR_CONNECT_TO: upstream.connectTo(sdk.host) } })
      const error = sdk.readError(await t.throwsAsync(sdk.ask(throughProxy(t, strict), 'nobody reads this')))
      t.is(error?.status, 502)
      t.regex(error?.message ?? '', /certificate of .* was refused/)
      t.is(
        await strict.metric('weir_proxy_upstream_failures_total', { failure: 'certificate' }),
        sdk.obeysShouldRetry ? 1 : 3,
      )
      t.deepEqual(arrivalsOf('nobody reads this'), [])
    },
  )
}

const OF_THE_CONNECTION = new Set(['connection', 'host'])

/** Sorted, so that only what they say counts. */
function endToEndHeaders(arrival: Arrival | undefined): [string, unknown][] {
  return Object.entries(arrival?.headers ?? {})
    .filter(([name]) => !OF_THE_CONNECTION.has(name))
    .sort()
}
