import { gzipSync } from 'node:zlib'
import test from 'ava'
import { request } from 'undici'
import { throughProxy } from '../support/dispatchers.ts'
import { fileScope } from '../support/scope.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWeir, type Weir } from '../support/weir.ts'

const scope = fileScope()
const HOSTS = ['api.openai.com', 'chatgpt.com', 'files.oaiusercontent.com', 'claude.ai', 'api.anthropic.com']
const UUID = '0f8fad5b-d9cb-469f-a165-70867728950e'
let weir: Weir

/** What services answer to an upload, by its path. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/v1/files': { id: 'file-openai1', object: 'file', bytes: 3 },
  '/api/organizations/1/convert_document': { file_kind: 'document', file_uuid: UUID, file_name: 'a.txt' },
}

test.before(async () => {
  const upstream = await startUpstream(scope, {
    hosts: HOSTS,
    answer: ({ url = '' }, response) => {
      response.setHeader('content-type', 'application/json')
      response.setHeader('content-encoding', 'gzip')
      response.end(gzipSync(JSON.stringify(ANSWERS[url] ?? { ok: true })))
    },
  })
  weir = await startWeir(scope, { upstreams: Object.fromEntries(HOSTS.map((host) => [host, upstream])) })
})

async function send(url: string, method: 'POST' | 'PUT', type: string, body: string): Promise<void> {
  const headers = { 'content-type': type }
  const answer = await request(url, { dispatcher: throughProxy(scope, weir), method, headers, body })
  t200(answer.statusCode)
  await answer.body.dump()
}

function t200(status: number): void {
  if (status !== 200) throw new Error(`answered ${status}`)
}

const form = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nGood day\r\n--b--\r\n'
const multipart = 'multipart/form-data; boundary=b'

const WAYS: Readonly<Record<string, { upload: () => Promise<void>; at: string; url: string; prompt: object }>> = {
  'OpenAI, by the answer to the upload': {
    upload: () => send('https://api.openai.com/v1/files', 'POST', multipart, form),
    at: '/v1/files',
    url: 'https://api.openai.com/v1/responses',
    prompt: { input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-openai1' }] }] },
  },
  'ChatGPT, by the address on another host': {
    upload: () =>
      send('https://files.oaiusercontent.com/file-8dJq3Xk2Lm9PzR4tWv5YbN?sig=1', 'PUT', 'text/plain', 'Good day'),
    at: '/file-8dJq3Xk2Lm9PzR4tWv5YbN',
    url: 'https://chatgpt.com/backend-api/conversation',
    prompt: {
      action: 'next',
      messages: [
        {
          author: { role: 'user' },
          content: {
            content_type: 'multimodal_text',
            parts: ['Look', { asset_pointer: 'file-service://file-8dJq3Xk2Lm9PzR4tWv5YbN' }],
          },
          metadata: { attachments: [{ id: 'file-8dJq3Xk2Lm9PzR4tWv5YbN', name: 'a.txt' }] },
        },
      ],
    },
  },
  'Claude, by the answer to the upload': {
    upload: () => send('https://claude.ai/api/organizations/1/convert_document', 'POST', multipart, form),
    at: '/api/organizations/1/convert_document',
    url: `https://claude.ai/api/organizations/1/chat_conversations/${UUID.replace('0f', '1f')}/completion`,
    prompt: { prompt: 'Look', files: [UUID] },
  },
}
for (const [way, { upload, at, url, prompt }] of Object.entries(WAYS)) {
  test(`a prompt is recorded with the uploads of the files that it names (${way})`, async (t) => {
    const { pathname, host } = new URL(url)
    await send(url, 'POST', 'application/json', JSON.stringify(prompt))
    const isPrompt = ({ content_metadata: { path, host: to } }: { content_metadata: Record<string, unknown> }) =>
      path === pathname && to === host
    const [before] = await weir.listed(isPrompt)
    t.is(before?.content_metadata.uploads, undefined, 'nothing was uploaded yet')
    await upload()
    const [uploaded] = await weir.listed(({ content_metadata: { path } }) => path === at)
    await send(url, 'POST', 'application/json', JSON.stringify(prompt))
    const prompts = await weir.listed(isPrompt, 2)
    const linked = prompts.map(({ content_metadata: { uploads } }) => uploads).filter((one) => one !== undefined)
    t.deepEqual(linked, [[uploaded?.id]])
  })
}
