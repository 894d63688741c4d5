import { createHash } from 'node:crypto'
import test from 'ava'
import { renderAppleProfile } from '../../../proxy/onboarding/apple-profile.ts'
import { renderGuidePage } from '../../../proxy/onboarding/guide-page.ts'
import { findGuide, GUIDE_GROUPS } from '../../../proxy/onboarding/guides/all.ts'
import { placeOf } from '../../../proxy/onboarding/guides/guide.ts'
import { renderRegistryFile } from '../../../proxy/onboarding/registry-file.ts'

const DER = Buffer.from('a certificate in DER')
const PLACE = placeOf('weir.corp.example:8080', false)
const guides = GUIDE_GROUPS.flatMap((group) => group.guides)

test('there is a page for each system and tool, and each names the proxy or what it must trust', (t) => {
  const ids = guides.map(({ id }) => id)
  t.is(new Set(ids).size, ids.length)
  const asked =
    'windows macos linux ios android firefox java node python go rust git curl docker vscode cursor claude-code codex gemini-cli'
  for (const id of asked.split(' ')) t.true(ids.includes(id), id)
  for (const guide of guides) {
    const page = renderGuidePage(guide, PLACE)
    t.true(page.includes(`<h1>${guide.title.replace('&', '&#38;')}</h1>`), guide.id)
    t.notRegex(page, /(SSL_CERT_FILE|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE)=\S*weir-ca\.pem/, guide.id)
  }
  t.is(findGuide('toString'), undefined)
})

test('Java is told the proxy in parts, also by IPv6', (t) => {
  t.regex(
    renderGuidePage(findGuide('java') ?? t.fail(), placeOf('[::1]:8080', false)),
    /proxyHost=::1 -Dhttps\.proxyPort=8080/,
  )
})

test('the profile for Apple’s devices holds the CA and the auto-configuration, and replaces itself', (t) => {
  const pacUrl = `${PLACE.url}/proxy.pac?a=1&b=2`
  const profile = renderAppleProfile({ certificates: [DER], pacUrl })
  t.is(profile, renderAppleProfile({ certificates: [DER], pacUrl }))
  t.true(profile.includes(`<data>${DER.toString('base64')}</data>`))
  t.true(profile.includes('<string>http://weir.corp.example:8080/proxy.pac?a=1&#38;b=2</string>'))
  const uuids = [...profile.matchAll(/<key>PayloadUUID<\/key>\n<string>([^<]*)</g)].map(([, uuid]) => uuid ?? '')
  t.is(new Set(uuids).size, 3)
  for (const uuid of uuids) t.regex(uuid, /^[0-9A-F]{8}-[0-9A-F]{4}-8[0-9A-F]{3}-[89AB][0-9A-F]{3}-[0-9A-F]{12}$/)
  t.notRegex(renderAppleProfile({ certificates: [DER] }), /proxy\.http/)
})

test('the registry file holds the CA as Windows serialises certificates, and what programs read', (t) => {
  const file = renderRegistryFile([DER], PLACE)
  t.is(file.readUInt16LE(0), 0xfeff)
  const text = file.subarray(2).toString('utf16le')
  t.true(text.startsWith('Windows Registry Editor Version 5.00\r\n\r\n['))
  const thumbprint = createHash('sha1').update(DER).digest()
  const blob = /ROOT\\Certificates\\([0-9A-F]{40})\]\r\n"Blob"=hex:([0-9a-f,]+)\r\n/.exec(text)
  t.is(blob?.[1], thumbprint.toString('hex').toUpperCase())
  const bytes = Buffer.from((blob?.[2] ?? '').replaceAll(',', ''), 'hex')
  t.deepEqual([bytes.readUInt32LE(0), bytes.readUInt32LE(4), bytes.readUInt32LE(8)], [3, 1, 20])
  t.deepEqual([bytes.readUInt32LE(32), bytes.readUInt32LE(36), bytes.readUInt32LE(40)], [32, 1, DER.length])
  t.deepEqual(bytes.subarray(44), DER)
  t.true(text.includes('"AutoConfigURL"="http://weir.corp.example:8080/proxy.pac"\r\n'))
  t.true(text.includes('"NO_PROXY"="localhost,127.0.0.1,::1,weir.corp.example"\r\n'))
})
