import test from 'ava'
import { PlatformId } from '../../../core/model/common.ts'
import { createCatalogue, platformById } from '../../../proxy/platforms/catalogue.ts'

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
