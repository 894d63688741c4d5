import test from 'ava'
import { checkWebhookUrl } from '../../../../api/webhooks/target/check-webhook-url.ts'
import { WebhookTargetError } from '../../../../api/webhooks/target/errors.ts'
import { TargetGuard } from '../../../../api/webhooks/target/target-guard.ts'
import { ADDRESS_TABLE } from './address-table.ts'

const guard = new TargetGuard({ allowCidrs: [], ports: [443], isOwn: () => false })
const noNames = () => Promise.reject(new Error('an address needs no resolver'))

for (const { host, what, refused } of ADDRESS_TABLE) {
  test(`${host} (${what}) is ${refused === undefined ? 'public' : 'refused'}`, async (t) => {
    const checked = checkWebhookUrl(`https://${host}/hook`, { guard, resolve: noNames })
    if (refused === undefined) await t.notThrowsAsync(checked)
    else await t.throwsAsync(checked, { instanceOf: WebhookTargetError, code: 'ERR_WEBHOOK_TARGET', message: refused })
  })
}

for (const { host, refused } of ADDRESS_TABLE.filter(({ host }) => /^[\d.]+$|^\[/.test(host))) {
  test(`a name that leads to ${host} is judged as the address itself`, async (t) => {
    const address = new URL(`https://${host}`).hostname.replace(/^\[(.*)\]$/, '$1')
    const checked = checkWebhookUrl('https://receiver.test/', { guard, resolve: async () => [address] })
    if (refused === undefined) await t.notThrowsAsync(checked)
    else await t.throwsAsync(checked, { instanceOf: WebhookTargetError, message: refused })
  })
}

const open = new TargetGuard({ allowCidrs: ['0.0.0.0/0', '::/0'], ports: [443], isOwn: () => false })

for (const { host, what, refused } of ADDRESS_TABLE.filter((row) => row.refused !== undefined)) {
  const stays = refused?.source.includes('metadata') === true
  test(`with every range allowed ${host} (${what}) is ${stays ? 'still refused' : 'reachable'}`, async (t) => {
    const checked = checkWebhookUrl(`https://${host}/hook`, { guard: open, resolve: noNames })
    if (stays) await t.throwsAsync(checked, { instanceOf: WebhookTargetError, message: refused })
    else await t.notThrowsAsync(checked)
  })
}

test('no address stands in the table twice', (t) => {
  t.is(new Set(ADDRESS_TABLE.map(({ host }) => host)).size, ADDRESS_TABLE.length)
})
