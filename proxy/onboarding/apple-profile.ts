import { createHash } from 'node:crypto'
import { escapeHtml } from '../respond/escape-html.ts'

interface Contents {
  /** The certificates that devices are to trust, in DER. */
  readonly certificates: readonly Buffer[]
  /** The auto-configuration; undefined for a profile with the certificates alone, which a person may install by hand. */
  readonly pacUrl?: string
}

/**
 * A configuration profile for macOS, iOS and iPadOS (Apple, Device Management, Profile-Specific Payload Keys): the CA as a root
 * (com.apple.security.root) and the proxy (com.apple.proxy.http.global, which iOS takes on supervised devices only). Made again
 * from the same CA it has the same identifiers, so that it replaces itself.
 */
export function renderAppleProfile({ certificates, pacUrl }: Contents): string {
  const payloads = certificates.map((der, index) => ({
    type: 'com.apple.security.root',
    id: `ca${index}`,
    name: 'Weir CA',
    rest: key('PayloadCertificateFileName', text('weir-ca.cer')) + key('PayloadContent', data(der)),
    seed: der,
  }))
  const proxy = pacUrl === undefined ? [] : [proxyPayload(pacUrl)]
  const content = [...payloads, ...proxy].map(({ type, id, name, rest, seed }) =>
    dictionary(head(type, id, name, seed) + rest),
  )
  const kind = pacUrl === undefined ? 'ca' : 'device'
  const whole = head('Configuration', kind, 'Weir', Buffer.concat([Buffer.from(kind), ...certificates]))
  const body = `${whole}${key('PayloadScope', text('System'))}${key('PayloadContent', `<array>\n${content.join('')}</array>\n`)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
${dictionary(body)}</plist>
`
}

function proxyPayload(pacUrl: string) {
  const rest =
    key('ProxyType', text('Auto')) +
    key('ProxyPACURL', text(pacUrl)) +
    key('ProxyPACFallbackAllowed', '<false/>\n') +
    key('ProxyCaptiveLoginAllowed', '<true/>\n')
  return { type: 'com.apple.proxy.http.global', id: 'proxy', name: 'Weir proxy', rest, seed: Buffer.from(pacUrl) }
}

function head(type: string, id: string, name: string, seed: Buffer): string {
  return (
    key('PayloadType', text(type)) +
    key('PayloadVersion', '<integer>1</integer>\n') +
    key('PayloadIdentifier', text(`proxy.weir.${id}`)) +
    key('PayloadUUID', text(uuidOf(id, seed))) +
    key('PayloadDisplayName', text(name))
  )
}

/** Version 8: made from a hash (RFC 9562 section 5.8). */
function uuidOf(id: string, seed: Buffer): string {
  const bytes = createHash('sha256').update(`${id}\n`).update(seed).digest().subarray(0, 16)
  bytes.writeUInt8(((bytes[6] ?? 0) & 0x0f) | 0x80, 6)
  bytes.writeUInt8(((bytes[8] ?? 0) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex').toUpperCase()
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

function dictionary(content: string): string {
  return `<dict>\n${content}</dict>\n`
}

function key(name: string, value: string): string {
  return `<key>${name}</key>\n${value}`
}

function text(value: string): string {
  return `<string>${escapeHtml(value)}</string>\n`
}

function data(bytes: Buffer): string {
  return `<data>${bytes.toString('base64')}</data>\n`
}
