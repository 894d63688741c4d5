import { networkInterfaces } from 'node:os'
import { embeddedIpv4 } from '../../../core/network/embedded-ipv4.ts'
import { isWithin, parseCidr, parseIp } from '../../../core/network/ip-address.ts'

const THIS_MACHINE = ['127.0.0.0/8', '0.0.0.0/8', '::/127'].map(parseCidr).filter((range) => range !== undefined)

/**
 * Recognises Weir's own ports on any address of this machine: a delivery to its own API or proxy would be a request
 * from a trusted neighbour.
 * @param ports those that Weir listens on by now
 * @param addresses of this machine's interfaces; given by tests
 */
export function ownListeners(
  ports: () => ReadonlySet<number>,
  addresses: () => readonly string[] = interfaceAddresses,
): (address: string, port: number) => boolean {
  return (address, port) => ports().has(port) && isThisMachine(address, addresses)
}

function isThisMachine(text: string, addresses: () => readonly string[]): boolean {
  const address = parseIp(text)
  if (address === undefined) return false
  const meant = [address, ...embeddedIpv4(address)]
  if (meant.some((candidate) => THIS_MACHINE.some((range) => isWithin(candidate, range)))) return true
  return addresses().some((own) => {
    const parsed = parseIp(own)
    return parsed !== undefined && meant.some(({ family, value }) => family === parsed.family && value === parsed.value)
  })
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((entries) => (entries ?? []).map(({ address }) => address))
}
