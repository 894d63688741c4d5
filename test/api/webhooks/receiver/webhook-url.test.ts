import test from 'ava'
import { checkWebhookUrl, parseWebhookUrl } from '../../../../api/webhooks/receiver/check-webhook-url.ts'
import { ReceiverError } from '../../../../api/webhooks/receiver/errors.ts'
import { ownListeners } from '../../../../api/webhooks/receiver/own-listeners.ts'
import { ReceiverGuard, type ReceiverRules } from '../../../../api/webhooks/receiver/receiver-guard.ts'
import { checkedLookup } from '../../../../api/webhooks/receiver/resolve.ts'
import { systemResolver } from '../../../../api/webhooks/receiver/system-resolver.ts'

const guardWith = (rules: Partial<ReceiverRules> = {}) =>
  new ReceiverGuard({ allowCidrs: [], ports: [443, 8443], isOwn: () => false, ...rules })
const resolving =
  (...addresses: string[]) =>
  async () =>
    addresses
const check = (url: string, rules: Partial<ReceiverRules> = {}, ...addresses: string[]) =>
  checkWebhookUrl(url, { guard: guardWith(rules), resolve: resolving(...addresses) })

const WRONG: readonly (readonly [url: string, message: RegExp])[] = [
  ['', /not a URL/],
  ['receiver.test/hook', /not a URL/],
  ['https://', /not a URL/],
  ['https://a b/', /blanks/],
  [' https://receiver.test/', /blanks/],
  ['https://receiver.test/\n', /blanks/],
  ['https://receiver.test/a\tb', /blanks/],
  ['https://receiver.test/\u0000', /blanks/],
  ['https://1.2.3.4.5/', /not a URL/],
  ['https://256.0.0.1/', /not a URL/],
  ['https://[fe80::1%25eth0]/', /not a URL/],
  ['https://receiver.test:65536/', /not a URL/],
  ['http://receiver.test/', /https:/],
  ['ftp://receiver.test/', /https:/],
  ['file:///etc/passwd', /https:/],
  ['javascript:alert(1)', /https:/],
  ['https:receiver.test', /https:/],
  ['https:/receiver.test', /https:/],
  ['https:\\\\receiver.test', /backslash/],
  ['https://receiver.test\\@127.0.0.1/', /backslash/],
  ['https://receiver.test/a\\b', /backslash/],
  ['https://user@receiver.test/', /credentials/],
  ['https://user:pass@receiver.test/', /credentials/],
  ['https://receiver.test@127.0.0.1/', /credentials/],
  ['https://receiver.test/#part', /fragment/],
  ['https://receiver.test/#', /fragment/],
  ['https://receiver.test:80/', /port is 80/],
  ['https://receiver.test:22/', /port is 22/],
  ['https://receiver.test:9443/', /port is 9443: WEIR_WEBHOOK_PORTS allows 443, 8443/],
  ['https://metadata.google.internal/', /metadata/],
  ['https://METADATA.google.internal./', /metadata/],
  ['https://metadata/', /metadata/],
]

for (const [url, message] of WRONG) {
  test(`${JSON.stringify(url)} is no URL of a webhook`, async (t) => {
    await t.throwsAsync(check(url, {}, '8.8.8.8'), { instanceOf: ReceiverError, message })
  })
}

for (const url of [
  'https://receiver.test',
  'HTTPS://receiver.test/',
  'https://receiver.test:443/a?b=c%23',
  'https://receiver.test:8443/hook',
  'https://bücher.test/',
  'https://receiver.test./',
]) {
  test(`${url} is one`, async (t) => {
    await t.notThrowsAsync(check(url, {}, '8.8.8.8'))
  })
}

test('what is connected to comes from one reading of the URL', (t) => {
  t.deepEqual(parseWebhookUrl('https://Receiver.test:8443/a/../b?c=d'), {
    host: 'receiver.test',
    port: 8443,
    origin: 'https://receiver.test:8443',
    path: '/b?c=d',
  })
  t.like(parseWebhookUrl('https://[2606:4700::1]/'), { host: '2606:4700::1', port: 443 })
})

test('a name with one private answer beside public ones is refused', async (t) => {
  await t.throwsAsync(check('https://receiver.test/', {}, '8.8.8.8', '10.0.0.1'), { message: /private/ })
})

test('a refusal does not tell which private address a name leads to', async (t) => {
  const error = await t.throwsAsync(check('https://receiver.test/', {}, '10.20.30.40'))
  t.notRegex(error?.message ?? '', /10\.20|receiver/)
})

test('a name that does not resolve now is accepted: every attempt looks again', async (t) => {
  const resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
  await t.notThrowsAsync(checkWebhookUrl('https://receiver.test/', { guard: guardWith(), resolve }))
})

test('its port is judged all the same, unless it may lead to an inner address that is allowed', async (t) => {
  const resolve = () => Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }))
  const url = 'https://receiver.test:22/'
  await t.throwsAsync(checkWebhookUrl(url, { guard: guardWith(), resolve }), { message: /port is 22/ })
  const guard = guardWith({ allowCidrs: ['10.0.0.0/8'] })
  await t.notThrowsAsync(checkWebhookUrl(url, { guard, resolve }))
})

test('name servers that are silent hold up nobody', async (t) => {
  const resolve = () => new Promise<never>(() => {})
  await t.notThrowsAsync(
    checkWebhookUrl('https://receiver.test/', { guard: guardWith(), resolve, resolveTimeoutMs: 10 }),
  )
})

test('localhost is loopback whatever name servers say', async (t) => {
  for (const host of ['localhost', 'LOCALHOST.', 'a.localhost']) {
    const checked = checkWebhookUrl(`https://${host}/`, { guard: guardWith(), resolve: systemResolver() })
    await t.throwsAsync(checked, { message: /loopback/ }, host)
  }
})

test('allowed ranges may use any port, in both families of loopback', async (t) => {
  const rules = { allowCidrs: ['127.0.0.0/8', '10.1.0.0/16', '8.8.4.0/24'] }
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '10.1.2.3', '[::ffff:10.1.2.3]', '8.8.4.4']) {
    const checked = checkWebhookUrl(`https://${host}:31337/`, { guard: guardWith(rules), resolve: systemResolver() })
    await t.notThrowsAsync(checked, host)
  }
  await t.throwsAsync(check('https://10.2.0.1/', rules), { message: /private/ })
  await t.throwsAsync(check('https://8.8.8.8:31337/', rules), { message: /port is 31337/ })
})

test('allowing one other loopback address does not allow the rest', async (t) => {
  const rules = { allowCidrs: ['127.0.0.5/32'] }
  await t.notThrowsAsync(check('https://127.0.0.5/', rules))
  await t.throwsAsync(check('https://[::1]/', rules), { message: /loopback/ })
})

test("Weir's own listeners get no deliveries, even where their address is allowed", async (t) => {
  const isOwn = ownListeners(
    () => new Set([8443, 9000]),
    () => ['10.1.2.3', 'fd00::5', '198.41.0.4'],
  )
  const rules = { isOwn, allowCidrs: ['127.0.0.0/8', '::1/128', '10.0.0.0/8', 'fd00::/8'] }
  for (const host of ['127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]', '10.1.2.3', '[fd00::5]', '198.41.0.4']) {
    await t.throwsAsync(check(`https://${host}:8443/`, rules), { message: /Weir's own/ }, host)
  }
  await t.throwsAsync(check('https://[::ffff:198.41.0.4]:8443/', rules), { message: /Weir's own/ })
  await t.throwsAsync(check('https://receiver.test:9000/', rules, '10.1.2.3'), { message: /Weir's own/ })
  await t.notThrowsAsync(check('https://10.1.2.3:8444/', rules))
  await t.notThrowsAsync(check('https://10.1.2.4:8443/', rules))
})

/** What a connection gets from the lookup. */
const lookUp = (all: boolean, ...addresses: string[]) =>
  new Promise((resolve, reject) => {
    const lookup = checkedLookup(resolving(...addresses), (address) => guardWith().checkAddress(address, 443))
    lookup('receiver.test', { all }, (error, answer, family) =>
      error === null ? resolve([answer, family]) : reject(error),
    )
  })

test('a connection gets checked answers only, one or all of them', async (t) => {
  t.deepEqual(await lookUp(false, '8.8.8.8', '2606:4700::1'), ['8.8.8.8', 4])
  t.deepEqual(await lookUp(true, '8.8.8.8', '2606:4700::1'), [
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1', family: 6 },
    ],
    undefined,
  ])
  await t.throwsAsync(lookUp(false, '8.8.8.8', '127.0.0.1'), { instanceOf: ReceiverError })
  await t.throwsAsync(lookUp(true, '8.8.8.8', '::1'), { instanceOf: ReceiverError })
  await t.throwsAsync(lookUp(true), { code: 'ENOTFOUND' })
})
