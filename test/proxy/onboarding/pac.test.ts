import { runInNewContext } from 'node:vm'
import test from 'ava'
import { renderPac } from '../../../proxy/onboarding/pac.ts'
import { createCatalogue } from '../../../proxy/platforms/catalogue.ts'

/** Runs the file as a browser would, with the helper it uses. */
function evaluate(pac: string, host: string): unknown {
  const dnsDomainIs = (name: string, suffix: string) => name.endsWith(suffix)
  return runInNewContext(`${pac}; FindProxyForURL("https://" + host + "/", host)`, { host, dnsDomainIs })
}

const HOSTS = ['api.openai.com', '*.chatgpt.com', 'chatgpt.com']

test('AI services go through the proxy, everything else direct', (t) => {
  const pac = renderPac(HOSTS, 'proxy.corp:8080', { failOpen: false })
  for (const host of [
    'api.openai.com',
    'API.OPENAI.COM',
    'api.openai.com.',
    'chatgpt.com',
    'ws.chatgpt.com',
    'weir.proxy',
  ]) {
    t.is(evaluate(pac, host), 'PROXY proxy.corp:8080', host)
  }
  for (const host of ['example.com', 'notchatgpt.com', 'openai.com', 'toString', 'constructor', 'localhost']) {
    t.is(evaluate(pac, host), 'DIRECT', host)
  }
})

test('a wildcard within a name stands for one label, or for how one begins', (t) => {
  const pac = renderPac(['api.*.example.com', '*-eu.example.org', '*.a.*.example.net'], 'p:1', { failOpen: false })
  for (const host of ['api.west.example.com', 'x-eu.example.org', 'deep.er.a.b.example.net']) {
    t.is(evaluate(pac, host), 'PROXY p:1', host)
  }
  for (const host of [
    'api.a.b.example.com',
    'api.example.com',
    'a.x-eu.example.org',
    'a.b.example.net',
    'apiXwest.example.com',
  ]) {
    t.is(evaluate(pac, host), 'DIRECT', host)
  }
})

test('hosts that are left alone go direct, also below a suffix, and all names the same way as in the proxy', (t) => {
  const bypassHosts = ['api.openai.com', '*.legal.chatgpt.com', 'x.*.chatgpt.com', '10.0.0.0/8', '*.anthropic.com']
  const catalogue = createCatalogue({ interceptHosts: ['*.chatgpt.com', '*.gateway.example', '10.1.2.3'], bypassHosts })
  const { hosts, bypassedHosts } = catalogue
  for (const failOpen of [true, false]) {
    const pac = renderPac(hosts, 'p:1', { failOpen, bypassedHosts })
    for (const host of [
      ...[
        'api.openai.com',
        'API.OpenAI.com.',
        'a.legal.chatgpt.com',
        'legal.chatgpt.com',
        'x.y.chatgpt.com',
        'z.chatgpt.com',
      ],
      ...[
        'api.anthropic.com',
        'anthropic.com',
        'a.gateway.example',
        '10.1.2.3',
        'chatgpt.com',
        'claude.ai',
        'example.com',
      ],
    ]) {
      const isRead = catalogue.platformFor(host) !== undefined
      t.is(evaluate(pac, host) === 'DIRECT', !isRead, host)
    }
    t.not(evaluate(pac, 'weir.proxy'), 'DIRECT')
  }
})

test('the fail-open file lets a browser go direct when the proxy does not answer', (t) => {
  t.is(evaluate(renderPac(HOSTS, 'p:1', { failOpen: true }), 'chatgpt.com'), 'PROXY p:1; DIRECT')
})

test('the file is ES3: old engines run it', (t) => {
  t.notRegex(renderPac(HOSTS, 'p:1', { failOpen: false }), /=>|\blet\b|\bconst\b|`|startsWith|includes/)
})
