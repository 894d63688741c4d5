import test from 'ava'
import { throughProxy } from '../support/dispatchers.ts'
import { post, timeUntil } from '../support/prompts.ts'
import { formData } from '../support/read-request.ts'
import { policyFor } from '../support/sample-policies.ts'
import { fileScope } from '../support/scope.ts'
import { type FakeUpstream, startUpstream } from '../support/upstream.ts'
import { type PolicySketch, startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const OPENAI = 'api.openai.com'
let upstream: FakeUpstream

test.before(async () => {
  upstream = await startUpstream(scope, { hosts: [OPENAI] })
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d4948445200ff', 'hex')
const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } }
const recording = formData({ file: ['a.wav', 'RIFF\x24\0\0\0WAVEfmt \0\x01\x02\x03'] })
const upload = formData({ purpose: 'user_data', file: ['a.png', '\x89PNG\0\x01\x02'] })
const brokenZip = formData({ purpose: 'user_data', file: ['a.zip', 'PK\x03\x04\0\x01\x02'] })

interface Case {
  readonly what: string
  readonly path: string
  readonly body: unknown
  readonly headers?: Record<string, string>
  readonly status: string
  readonly reason: string
}

const CASES: readonly Case[] = [
  {
    what: 'an image-only message',
    path: '/v1/chat/completions',
    body: { model: 'gpt-5', messages: [{ role: 'user', content: [image] }] },
    status: 'none',
    reason: 'unreadable_file',
  },
  {
    what: 'a transcription',
    path: '/v1/audio/transcriptions',
    ...recording,
    status: 'none',
    reason: 'unreadable_file',
  },
  { what: 'an upload', path: '/v1/files', ...upload, status: 'none', reason: 'unreadable_file' },
  {
    what: 'tool descriptions',
    path: '/v1/chat/completions',
    body: { model: 'gpt-5', messages: [], tools: [{ type: 'function', function: { name: 'get_weather' } }] },
    status: 'full',
    reason: 'no_text',
  },
]

async function send(weir: Weir, t: Parameters<typeof throughProxy>[0], { path, body, headers = {} }: Case) {
  return post(throughProxy(t, weir), `https://${OPENAI}${path}`, body, headers)
}

test('a policy without conditions, or on a platform, holds for what has no text, and each is on record', async (t) => {
  const unconditional: PolicySketch = { name: 'Nothing at all', rules: { action: 'block', conditions: [] } }
  for (const policy of [unconditional, policyFor('openai-api', 'block')]) {
    const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream } })
    await weir.createPolicy(policy)
    for (const sent of CASES) {
      const answer = await send(weir, t, sent)
      t.is(answer.headers['x-weir-policy'], policy.name, sent.what)
      const record = await weir.interaction(String(answer.headers['x-weir-interaction']))
      t.is(record.enforced_action, 'block')
      t.like(record.content_metadata.inspection, { status: sent.status, reason: sent.reason }, sent.what)
    }
  }
})

test('files that nobody can read pass by default, and are judged by a fail mode of their own', async (t) => {
  for (const [mode, statusOfFiles] of [
    [undefined, 200],
    ['closed', 400],
  ] as const) {
    const env = mode === undefined ? {} : { WEIR_FAIL_MODE_FILES: mode }
    const weir = await startWeir(t, { upstreams: { [OPENAI]: upstream }, env })
    for (const sent of CASES) {
      const expected = sent.reason === 'unreadable_file' ? statusOfFiles : 200
      t.is((await send(weir, t, sent)).status, expected, sent.what)
    }
    const broken: Case = { what: 'broken', path: '/v1/files', ...brokenZip, status: 'none', reason: 'malformed_file' }
    t.is((await send(weir, t, broken)).status, 400)
    const recorded = async () => (await weir.listed(() => true)).length === CASES.length + 1
    t.true(Number.isFinite(await timeUntil(recorded)), 'each is on record')
  }
})
