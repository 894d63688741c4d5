import { randomNumbers } from '../support/random-numbers.ts'

const SAMPLES = [
  'GET /a?b=c HTTP/1.1\r\nHost: a\r\nAccept: */*\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello',
  'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6;x=y\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n',
  'GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
  'PUT /x HTTP/1.1\r\nHost: a\r\nConnection: close, x-a\r\nX-A: b\r\nContent-Length: 2\r\n\r\nhi',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
].map((text) => Buffer.from(text, 'latin1'))

const TOKENS = [
  ...['\r\n', '\n', '\r', '\0', ' ', '\t', ':', ',', ';', '0', '5', '-', '+', '\x7f', '\x80', '\xff', '#', '?', '*'],
  ...['Host: b\r\n', 'Content-Length: 3\r\n', 'Content-Length: 5\r\n', 'Transfer-Encoding: chunked\r\n', '0\r\n\r\n'],
  ...[
    'Transfer-Encoding: identity\r\n',
    'Connection: close\r\n',
    'Connection: content-length\r\n',
    ' X: y\r\n',
    '\r\n\r\n',
  ],
  ...['HTTP/1.1', 'HTTP/1.0', 'GET / HTTP/1.1\r\nHost: a\r\n\r\n', 'chunked', 'Upgrade: h2c\r\n', '5\r\nhello\r\n'],
].map((text) => Buffer.from(text, 'latin1'))

/** One to three requests behind one another, damaged up to three times. */
function damagedDialogue(random: (below: number) => number): Buffer {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)] as T
  let bytes = Buffer.concat(Array.from({ length: random(3) + 1 }, () => pick(SAMPLES)))
  for (let times = random(4); times > 0; times--) {
    const at = random(bytes.length + 1)
    const end = Math.min(bytes.length, at + random(12))
    const piece = [Buffer.alloc(0), bytes.subarray(at, end), Buffer.of(random(256)), pick(TOKENS)][random(4)]
    bytes = Buffer.concat([bytes.subarray(0, at), piece ?? Buffer.alloc(0), bytes.subarray(random(2) === 0 ? at : end)])
  }
  return bytes
}

/** Dialogues until it is enough: the same ones for the same seed. */
export function* damagedDialogues(seed: number, isEnough: (count: number) => boolean): Generator<Buffer> {
  const random = randomNumbers(seed)
  for (let count = 0; !isEnough(count); count++) yield damagedDialogue(random)
}
