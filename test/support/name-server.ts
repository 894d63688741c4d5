import { createSocket } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { once } from './once.ts'
import type { Scope } from './scope.ts'

/** What a name server says of a name: addresses, that there is no such name, that it failed, or nothing at all. */
export type NameAnswer = readonly string[] | 'no such name' | 'failure' | 'silence'

const RESPONSE_CODES = { 'no such name': 3, failure: 2 } as const
const TYPES = { A: 1, AAAA: 28 } as const
const HEADER_BYTES = 12

/**
 * A name server on loopback (RFC 1035, 4.1).
 * @returns its address and port, and the names that were asked for
 */
export async function startNameServer(
  scope: Scope,
  answerFor: (name: string, type: 'A' | 'AAAA') => NameAnswer,
): Promise<{ readonly server: string; readonly asked: string[] }> {
  const socket = createSocket('udp4')
  const asked: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, end } = readName(query)
    const type = query.readUInt16BE(end) === TYPES.AAAA ? 'AAAA' : 'A'
    asked.push(`${name} ${type}`)
    const answer = answerFor(name, type)
    if (answer !== 'silence') socket.send(respond(query.subarray(0, end + 4), answer, type), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  scope.teardown(() => socket.close())
  return { server: `127.0.0.1:${socket.address().port}`, asked }
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.'), end: at + 1 }
}

function respond(question: Buffer, answer: Exclude<NameAnswer, 'silence'>, type: 'A' | 'AAAA'): Buffer {
  const addresses = typeof answer === 'string' ? [] : answer
  const records = addresses.filter((address) => isIPv4(address) === (type === 'A')).map((address) => record(address))
  const header = Buffer.from(question.subarray(0, HEADER_BYTES))
  header.writeUInt16BE(0x8180 | (typeof answer === 'string' ? RESPONSE_CODES[answer] : 0), 2)
  header.writeUInt16BE(records.length, 6)
  header.fill(0, 8)
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...records])
}

/** IPv6 addresses written out in full, without `::`. */
function record(address: string): Buffer {
  const data = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
        'hex',
      )
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(isIPv4(address) ? TYPES.A : TYPES.AAAA, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}
