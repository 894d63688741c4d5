import test from 'ava'
import { PlatformId } from '../../../core/model/common.ts'
import { createCatalogue, platformById } from '../../../proxy/platforms/catalogue.ts'
import { isElsewhere } from '../../../proxy/platforms/elsewhere.ts'

const plain = createCatalogue({ interceptHosts: [], bypassHosts: [] })

const HOSTS: readonly (readonly [host: string, id: string | undefined])[] = [
  ['api.openai.com', 'openai-api'],
  ['API.OpenAI.com', 'openai-api'],
  ['api.openai.com.', 'openai-api'],
  ['api.openai.com:443', 'openai-api'],
  ['eu.api.openai.com', 'openai-api'],
  ['a.b.api.openai.com', 'openai-api'],
  ['openai.com', undefined],
  ['evilapi.openai.com', undefined],
  ['api.openai.com.evil.example', undefined],
  ['api.anthropic.com', 'anthropic-api'],
  ['generativelanguage.googleapis.com', 'google-gemini-api'],
  ['chatgpt.com', 'chatgpt-web'],
  ['ws.chatgpt.com', 'chatgpt-web'],
  ['chat.openai.com', 'chatgpt-web'],
  ['files.oaiusercontent.com', 'chatgpt-web'],
  ['claude.ai', 'claude-web'],
  ['www.claude.ai', 'claude-web'],
  ['example.com', undefined],
  ['', undefined],
  ['.', undefined],
  ['[::1]:443', undefined],
  ['constructor', undefined],
  ['__proto__', undefined],
]

for (const [host, id] of HOSTS) {
  test(`${host === '' ? 'an empty host' : host} is ${id ?? 'a tunnel'}`, (t) => {
    t.is(plain.platformFor(host)?.id, id)
  })
}

test('hosts are told apart however many were asked for before, and again', (t) => {
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: ['eu.api.openai.com'] })
  for (let turn = 0; turn < 2; turn++) {
    for (let number = 0; number < 1500; number++) t.is(catalogue.platformFor(`${number}.example.com`), undefined)
    t.is(catalogue.platformFor('eu.api.openai.com'), undefined)
    t.is(catalogue.platformFor('api.openai.com')?.id, 'openai-api')
    t.is(catalogue.platformFor(`${'a.'.repeat(200)}api.openai.com`)?.id, 'openai-api')
  }
})

test("hosts of the operator's own get a platform named after them", (t) => {
  const catalogue = createCatalogue({
    interceptHosts: [
      'Chat.Corp.Example',
      '*.models.corp.example',
      '[2001:db8::7]',
      'under_score.corp',
      '10.0.0.7:8443',
    ],
    bypassHosts: [],
  })
  const ids = [
    'chat.corp.example:8443',
    'a.models.corp.example',
    '[2001:db8::7]:443',
    'under_score.corp',
    '10.0.0.7',
  ].map((host) => catalogue.platformFor(host)?.id)
  t.deepEqual(ids, [
    'host:chat.corp.example',
    'host:models.corp.example',
    'host:2001:db8::7',
    'host:under_score.corp',
    'host:10.0.0.7',
  ])
  for (const id of ids) t.true(PlatformId.safeParse(id).success, id)
  t.is(catalogue.platformFor('models.corp.example'), undefined, 'a suffix does not cover the bare name')
  t.is(catalogue.platformFor('2001:db8::7')?.id, 'host:2001:db8::7', 'an IPv6 address without brackets has no port')
})

test('the id of a long host name is still a platform id', (t) => {
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example`
  const id = createCatalogue({ interceptHosts: [host], bypassHosts: [] }).platformFor(host)?.id
  t.true(PlatformId.safeParse(id).success, id)
})

test('a host the catalogue knows keeps its platform when an operator names it too', (t) => {
  const catalogue = createCatalogue({ interceptHosts: ['api.openai.com', '*.openai.com'], bypassHosts: [] })
  t.is(catalogue.platformFor('api.openai.com')?.id, 'openai-api')
  t.is(catalogue.platformFor('eu.api.openai.com')?.id, 'openai-api', 'the longer suffix wins')
  t.is(catalogue.platformFor('beta.openai.com')?.id, 'host:openai.com')
})

test('bypassed hosts are tunnels, whatever else names them', (t) => {
  const catalogue = createCatalogue({
    interceptHosts: ['chat.corp.example'],
    bypassHosts: ['*.API.openai.com', 'claude.ai.', 'chat.corp.example:443'],
  })
  for (const host of ['eu.api.openai.com', 'claude.ai', 'chat.corp.example'])
    t.is(catalogue.platformFor(host), undefined)
  t.is(catalogue.platformFor('api.openai.com')?.id, 'openai-api')
  t.is(catalogue.platformFor('www.claude.ai')?.id, 'claude-web')
})

test('a platform is found by its id in a thread that has no settings', (t) => {
  t.is(plain.platformFor('claude.ai'), platformById('claude-web'))
  t.is(platformById('host:chat.corp.example').id, 'host:chat.corp.example')
})

test('the service behind a host is known whether or not it is intercepted', (t) => {
  const catalogue = createCatalogue({
    interceptHosts: ['*.models.corp.example', 'chat.corp.example'],
    bypassHosts: ['api.openai.com', 'quiet.models.corp.example'],
  })
  for (const [host, id] of [
    ['api.openai.com', 'openai-api'],
    ['API.Anthropic.com.:443', 'anthropic-api'],
    ['Chat.Mistral.ai', 'mistral-lechat'],
    ['chat.corp.example', 'host:chat.corp.example'],
    ['quiet.models.corp.example', 'host:models.corp.example'],
    ['example.com', undefined],
    ['', undefined],
  ] as const) {
    t.is(catalogue.serviceAt(host), id, host)
  }
})

function isRead(url: string, body: unknown = undefined, headers: Readonly<Record<string, string>> = {}): boolean {
  const { host, pathname, searchParams } = new URL(url)
  const platform = plain.platformFor(host)
  const bytes = body === undefined ? Buffer.alloc(0) : Buffer.from(JSON.stringify(body))
  if (platform === undefined) return false
  return !isElsewhere(platform, { method: 'POST', path: pathname, query: searchParams, headers }, bytes)
}

test('a host that serves nothing but an AI service is read at every path', (t) => {
  for (const url of [
    'https://duck.ai/',
    'https://duck.ai/anything/new?q=x',
    'https://copilot.cloud.microsoft/api/next',
    'https://chatgpt.com/any/path',
  ])
    t.true(isRead(url), url)
})

test('on a host with other things on it the pages and paths of the chat are read, however they are spelled', (t) => {
  for (const url of [
    'https://huggingface.co/chat?q=x',
    'https://huggingface.co/chat/?q=x',
    'https://huggingface.co/CHAT?q=x',
    'https://huggingface.co/%63hat/conversation',
    'https://huggingface.co//chat;v=1/conversation',
    'https://duckduckgo.com/?ia=chat&q=x',
    'https://duckduckgo.com/?q=x&ia=CHAT',
    'https://duckduckgo.com/?q=%21ai+what+is',
    'https://duckduckgo.com/duckchat/v2/chat',
    'https://m365.cloud.microsoft/chat?q=x',
    'https://m365.cloud.microsoft/chat/',
    'https://m365.cloud.microsoft/?q=x',
    'https://substrate.office.com/m365Copilot/Chathub/x',
  ])
    t.true(isRead(url), url)
  for (const url of [
    'https://huggingface.co/models?q=x',
    'https://huggingface.co/chatty/model',
    'https://duckduckgo.com/?q=chat&ia=web',
    'https://duckduckgo.com/?q=!airline',
    'https://m365.cloud.microsoft/apps',
    'https://substrate.office.com/search/api/v2/query',
  ])
    t.false(isRead(url), url)
})

test('on a host with other things on it a body with the shape of a chat is read at any path', (t) => {
  const url = 'https://substrate.office.com/next/v9/turns'
  const messages = [{ role: 'user', content: 'Hello' }]
  t.true(isRead(url, { messages }))
  t.true(isRead(url, { messages: [{ author: 'user', text: 'Hello' }] }))
  t.true(isRead(url, { contents: [{ parts: [{ text: 'Hello' }] }] }))
  t.true(isRead('https://huggingface.co/api/infer', { inputs: 'Hello', parameters: {} }))
  t.true(isRead(url, { messages }, { 'content-encoding': 'gzip', 'content-type': 'application/json' }))
  t.false(isRead(url, { messages: ['a@b.example'], subject: 'Hello' }))
  t.false(isRead(url, { query: 'Hello' }))
  // What is decrypted for a header alone is never read.
  const catalogue = createCatalogue({ interceptHosts: [], bypassHosts: [], headerHosts: ['login.example'] })
  const login = catalogue.platformFor('login.example')
  const target = { method: 'POST', path: '/', query: new URLSearchParams(), headers: {} }
  t.true(login !== undefined && isElsewhere(login, target, Buffer.from(JSON.stringify({ messages }))))
})
