import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import test from 'ava'
import { IBAN, policyOn } from '../../support/sample-policies.ts'
import { startUpstream } from '../../support/upstream.ts'
import { startWeir } from '../../support/weir.ts'

const CHILD = fileURLToPath(new URL('../../support/sdk-child.ts', import.meta.url))

/** By host: an answer in the shape of its API. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  'api.openai.com': { choices: [{ index: 0, message: { role: 'assistant', content: 'openai answers' } }] },
  'api.anthropic.com': { type: 'message', content: [{ type: 'text', text: 'anthropic answers' }] },
  'generativelanguage.googleapis.com': { candidates: [{ content: { parts: [{ text: 'gemini answers' }] } }] },
}

test('the environment variables of the onboarding page are all that the vendors’ packages need', async (t) => {
  const hosts = Object.keys(ANSWERS)
  const upstream = await startUpstream(t, {
    hosts,
    answer: (request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(ANSWERS[request.headers.host ?? '']))
    },
  })
  const weir = await startWeir(t, { upstreams: Object.fromEntries(hosts.map((host) => [host, upstream])) })
  await weir.createPolicy(policyOn('IBAN', 'block', 'No IBAN'))
  const run = async (prompt: string): Promise<Record<string, string>> => {
    const { PATH = '', HOME = '' } = process.env
    const env = {
      PATH,
      HOME,
      NODE_USE_ENV_PROXY: '1',
      HTTPS_PROXY: weir.proxyUrl,
      NODE_EXTRA_CA_CERTS: weir.caFile,
    }
    const { stdout } = await promisify(execFile)(process.execPath, [CHILD, prompt], { env })
    return JSON.parse(stdout) as Record<string, string>
  }

  t.deepEqual(await run('hello everybody'), {
    openai: 'openai answers',
    anthropic: 'anthropic answers',
    gemini: 'gemini answers',
  })
  t.is((await weir.interactionsOf('hello everybody', 3)).length, 3)

  const refused = await run(`pay ${IBAN}`)
  t.regex(refused.openai ?? '', /^BadRequestError: .*No IBAN/)
  t.regex(refused.anthropic ?? '', /^BadRequestError: .*No IBAN/)
  t.regex(refused.gemini ?? '', /^ApiError: .*No IBAN/)
  t.is(upstream.arrivals.length, 3)
  t.is((await weir.interactionsOf(`pay ${IBAN}`, 3)).length, 3, 'one record each: nobody tried again')
})
