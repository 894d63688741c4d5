import test from 'ava'
import fc from 'fast-check'
import { ANNOUNCEMENT_MAX, readAnnouncement } from '../../../proxy/listen/proxy-protocol.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const SIGNATURE = '\r\n\r\n\0\r\nQUIT\n'

function v2(command: number, family: number, data: readonly number[], size = data.length): Buffer {
  return Buffer.concat([latin1(SIGNATURE), Buffer.from([command, family, size >> 8, size & 255]), Buffer.from(data)])
}

const IPV4 = [192, 0, 2, 1, 198, 51, 100, 1, 0x1f, 0x90, 0x01, 0xbb]
const IPV6 = [...[0x20, 0x01, 0x0d, 0xb8], ...Array<number>(11).fill(0), 1, ...Array<number>(16).fill(0), 0, 1, 0, 2]

const READ: readonly [string, Buffer, string | undefined][] = [
  ['v1, IPv4', latin1('PROXY TCP4 192.0.2.1 198.51.100.1 56324 443\r\n'), '192.0.2.1'],
  ['v1, IPv6', latin1('PROXY TCP6 2001:db8::1 ::1 0 65535\r\n'), '2001:db8::1'],
  ['v1, unknown', latin1('PROXY UNKNOWN\r\n'), undefined],
  ['v1, unknown with more', latin1('PROXY UNKNOWN ffff::1 ffff::1 65535 65535\r\n'), undefined],
  ['v2, IPv4', v2(0x21, 0x11, IPV4), '192.0.2.1'],
  ['v2, IPv6', v2(0x21, 0x21, IPV6), '2001:db8:0:0:0:0:0:1'],
  ['v2, local', v2(0x20, 0x00, []), undefined],
  ['v2, local, whatever it says', v2(0x20, 0x11, [1, 2, 3]), undefined],
  ['v2, unspecified', v2(0x21, 0x00, [9, 9]), undefined],
  ['v2, with additions', v2(0x21, 0x11, [...IPV4, 0x04, 0, 2, 7, 7, 0x20, 0, 0]), '192.0.2.1'],
]

for (const [name, bytes, source] of READ) {
  test(`${name}: is read, from every beginning of it on, and what follows is left`, (t) => {
    for (let length = 0; length < bytes.length; length++) {
      t.is(readAnnouncement(bytes.subarray(0, length)).kind, 'incomplete', `${length} bytes`)
    }
    t.deepEqual(readAnnouncement(Buffer.concat([bytes, latin1('GET / HTTP/1.1\r\n')])), {
      kind: 'read',
      length: bytes.length,
      source,
    })
  })
}

const MALFORMED: readonly [string, Buffer][] = [
  ['a request', latin1('GET / HTTP/1.1\r\n')],
  ['TLS', Buffer.from([22, 3, 1, 0, 5])],
  ['the beginning of something else', latin1('PROX!')],
  ['lower case', latin1('proxy TCP4 1.1.1.1 2.2.2.2 1 2\r\n')],
  ['a line feed alone', latin1(`PROXY TCP4 1.1.1.1 2.2.2.2 1 2\n${' '.repeat(107)}`)],
  ['a line that does not end', latin1(`PROXY UNKNOWN ${'x'.repeat(107)}`)],
  ['two blanks', latin1('PROXY TCP4  1.1.1.1 2.2.2.2 1 2\r\n')],
  ['a blank at the end', latin1('PROXY TCP4 1.1.1.1 2.2.2.2 1 2 \r\n')],
  ['the other family', latin1('PROXY TCP4 ::1 ::1 1 2\r\n')],
  ['the other family again', latin1('PROXY TCP6 1.1.1.1 2.2.2.2 1 2\r\n')],
  ['an address with leading zeros', latin1('PROXY TCP4 01.1.1.1 2.2.2.2 1 2\r\n')],
  ['an address with a zone', latin1('PROXY TCP6 fe80::1%eth0 ::1 1 2\r\n')],
  ['a name', latin1('PROXY TCP4 localhost 2.2.2.2 1 2\r\n')],
  ['a port too high', latin1('PROXY TCP4 1.1.1.1 2.2.2.2 65536 2\r\n')],
  ['a port with a leading zero', latin1('PROXY TCP4 1.1.1.1 2.2.2.2 01 2\r\n')],
  ['a port missing', latin1('PROXY TCP4 1.1.1.1 2.2.2.2 1\r\n')],
  ['an unknown family', latin1('PROXY UDP4 1.1.1.1 2.2.2.2 1 2\r\n')],
  ['version 1 in a version 2 header', v2(0x11, 0x11, IPV4)],
  ['version 3', v2(0x31, 0x11, IPV4)],
  ['an unknown command', v2(0x22, 0x11, IPV4)],
  ['datagrams', v2(0x21, 0x12, IPV4)],
  ['a Unix socket', v2(0x21, 0x31, Array<number>(216).fill(0))],
  ['too short for its family', v2(0x21, 0x11, IPV4.slice(0, 11))],
  ['too long', v2(0x21, 0x11, IPV4, 4097)],
  ['half an addition', v2(0x21, 0x11, [...IPV4, 4, 0])],
  ['an addition longer than the header', v2(0x21, 0x11, [...IPV4, 4, 0, 9, 1])],
]

for (const [name, bytes] of MALFORMED) {
  test(`${name}: is no announcement`, (t) => t.is(readAnnouncement(bytes).kind, 'malformed'))
}

test('any bytes are read, incomplete or malformed; what is incomplete ends', (t) => {
  const prefixes = [latin1(''), latin1('PROXY '), latin1(SIGNATURE), latin1(`${SIGNATURE}\x21\x11`)]
  fc.assert(
    fc.property(fc.constantFrom(...prefixes), fc.uint8Array({ maxLength: 300 }), (prefix, rest) => {
      const bytes = Buffer.concat([prefix, rest])
      const read = readAnnouncement(bytes)
      return read.kind !== 'read' || (read.length <= bytes.length && read.length > 0)
    }),
  )
  t.not(
    readAnnouncement(Buffer.concat([v2(0x21, 0x11, IPV4, 4096), Buffer.alloc(ANNOUNCEMENT_MAX)])).kind,
    'incomplete',
  )
})
