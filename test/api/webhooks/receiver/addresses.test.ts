import test from 'ava'
import fc from 'fast-check'
import { checkWebhookUrl } from '../../../../api/webhooks/receiver/check-webhook-url.ts'
import { ReceiverError } from '../../../../api/webhooks/receiver/errors.ts'
import { ReceiverGuard } from '../../../../api/webhooks/receiver/receiver-guard.ts'
import { ADDRESS_TABLE } from './address-table.ts'

const guard = new ReceiverGuard({ allowCidrs: [], ports: [443], isOwn: () => false })
const noNames = () => Promise.reject(new Error('an address needs no resolver'))

for (const { host, what, refused } of ADDRESS_TABLE) {
  test(`${host} (${what}) is ${refused === undefined ? 'public' : 'refused'}`, async (t) => {
    const checked = checkWebhookUrl(`https://${host}/hook`, { guard, resolve: noNames })
    if (refused === undefined) await t.notThrowsAsync(checked)
    else await t.throwsAsync(checked, { instanceOf: ReceiverError, code: 'ERR_WEBHOOK_TARGET', message: refused })
  })
}

for (const { host, refused } of ADDRESS_TABLE.filter(({ host }) => /^[\d.]+$|^\[/.test(host))) {
  test(`a name that leads to ${host} is judged as the address itself`, async (t) => {
    const address = new URL(`https://${host}`).hostname.replace(/^\[(.*)\]$/, '$1')
    const checked = checkWebhookUrl('https://receiver.test/', { guard, resolve: async () => [address] })
    if (refused === undefined) await t.notThrowsAsync(checked)
    else await t.throwsAsync(checked, { instanceOf: ReceiverError, message: refused })
  })
}

const open = new ReceiverGuard({ allowCidrs: ['0.0.0.0/0', '::/0'], ports: [443], isOwn: () => false })

for (const { host, what, refused } of ADDRESS_TABLE.filter((row) => row.refused !== undefined)) {
  const stays = refused?.source.includes('metadata') === true
  test(`with every range allowed ${host} (${what}) is ${stays ? 'still refused' : 'reachable'}`, async (t) => {
    const checked = checkWebhookUrl(`https://${host}/hook`, { guard: open, resolve: noNames })
    if (stays) await t.throwsAsync(checked, { instanceOf: ReceiverError, message: refused })
    else await t.notThrowsAsync(checked)
  })
}

test('no address stands in the table twice', (t) => {
  t.is(new Set(ADDRESS_TABLE.map(({ host }) => host)).size, ADDRESS_TABLE.length)
})

/** Ways to write the four bytes of an IPv4 address in a URL. */
const SPELLINGS: readonly ((value: number) => string)[] = [
  (value) => String(value),
  (value) => `0x${value.toString(16)}`,
  (value) => `0${value.toString(8)}`,
  (value) => bytesOf(value).join('.'),
  (value) =>
    bytesOf(value)
      .map((byte) => `0x${byte.toString(16)}`)
      .join('.'),
  (value) =>
    bytesOf(value)
      .map((byte) => `0${byte.toString(8)}`)
      .join('.'),
  (value) => `${value >>> 24}.${value & 0xffffff}`,
  (value) => `${value >>> 24}.${(value >>> 16) & 255}.0x${(value & 0xffff).toString(16)}`,
  (value) => `[::ffff:${bytesOf(value).join('.')}]`,
  (value) => `[64:ff9b::${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
  (value) => `[2a00:1450::5efe:${(value >>> 16).toString(16)}:${(value & 0xffff).toString(16)}]`,
]

function bytesOf(value: number): number[] {
  return [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
}

async function isRefused(host: string): Promise<boolean> {
  try {
    await checkWebhookUrl(`https://${host}/`, { guard, resolve: noNames })
    return false
  } catch (error) {
    if (error instanceof ReceiverError) return true
    throw error
  }
}

test('any address is judged the same, however it is written', async (t) => {
  // Half of them from where most of the special ranges are.
  const value = fc.oneof(
    fc.nat(0xffffffff),
    fc
      .constantFrom(10, 127, 169, 172, 192, 198, 203)
      .chain((first) => fc.nat(0xffffff).map((rest) => first * 2 ** 24 + rest)),
  )
  await fc.assert(
    fc.asyncProperty(value, async (address) => {
      const [first, ...others] = await Promise.all(SPELLINGS.map((spell) => isRefused(spell(address))))
      return others.every((other) => other === first)
    }),
    { numRuns: 500 },
  )
  t.pass()
})
