import { deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { type Shape, shape } from './shape.ts'

/** What encoders, dumps and transports make of a value. */
export const CODES: readonly Shape[] = [
  code('base64', base64),
  code('base64url', (text) => Buffer.from(text).toString('base64url')),
  code('base64 twice', (text) => base64(base64(text))),
  code('base64 three times', (text) => base64(base64(base64(text)))),
  code('base64 four times', (text) => base64(base64(base64(base64(text))))),
  code('base64 in lines of 76', (text) => base64(`${text} `.repeat(6)).replace(/.{76}/g, '$&\r\n')),
  code('base64 in lines of 64, indented', (text) => base64(`${text} `.repeat(6)).replace(/.{64}/g, '$&\n  ')),
  code('base64 in a quoted mail', (text) => base64(`${text} `.repeat(6)).replace(/.{76}/g, '$&\n> ')),
  code('base64 with slashes escaped', (text) =>
    base64(`The one that I use, ok??? ${text} ok???`).replaceAll('/', '\\/'),
  ),
  code('base64 of UTF-16LE', (text) => Buffer.from(text, 'utf16le').toString('base64')),
  code('a command of PowerShell', (text) => {
    const command = Buffer.from(`Write-Output "${text}"`, 'utf16le').toString('base64')
    return `powershell -NoProfile -EncodedCommand ${command}`
  }),
  code('base64 of UTF-16BE', (text) => Buffer.from(text, 'utf16le').swap16().toString('base64')),
  code('base64 of UTF-16LE with a mark', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').toString('base64')),
  code('base64 of UTF-8 with a mark', (text) => base64(`\ufeff${text}`)),
  code('base64 of gzip', (text) => gzipSync(text).toString('base64')),
  code('base64 of zlib', (text) => deflateSync(text).toString('base64')),
  code('base64url of zlib', (text) => deflateSync(text).toString('base64url')),
  code('base64 of raw deflate', (text) => deflateRawSync(text).toString('base64')),
  code('hex of gzip', (text) => gzipSync(text).toString('hex')),
  code('a data URL', (text) => `data:text/plain;base64,${base64(text)}`),
  code('an encoded word of mail', (text) => `=?UTF-8?B?${base64(text)}?=`),
  code('a quoted word of mail', (text) => `=?UTF-8?Q?${quotedPrintable(text)}?=`),
  code('the claims of a token', (text) => {
    const parts = [
      { alg: 'HS256', typ: 'JWT' },
      { sub: '1', note: text },
    ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    return `${parts.join('.')}.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk`
  }),
  code('base32', (text) => base32(text, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')),
  code('base32 in small letters', (text) => base32(text, 'abcdefghijklmnopqrstuvwxyz234567')),
  code('base32hex', (text) => base32(text, '0123456789ABCDEFGHIJKLMNOPQRSTUV')),
  code('base58', base58),
  code('ascii85', (text) => `<~${ascii85(text)}~>`),
  code('ascii85 without marks', ascii85),
  code('base85', (text) => base85(text, BASE85)),
  code('Z85', (text) => base85(text.padEnd(Math.ceil(text.length / 4) * 4), Z85)),
  code('hex', hex),
  code('hex in capitals', (text) => hex(text).toUpperCase()),
  code('hex behind 0x', (text) => `0x${hex(text)}`),
  code('hex in pairs', (text) => pairs(text).join(' ')),
  code('hex with colons', (text) => pairs(text).join(':')),
  code('bytes of C', (text) => `{ ${pairs(text, '0x').join(', ')} }`),
  code('bytes of C without blanks', (text) => `{${pairs(text, '0x').join(',')}}`),
  code('a string of SQL in hex', (text) => `X'${hex(text)}'`),
  code('bytes of PostgreSQL', (text) => `'\\x${hex(text)}'`),
  code('hexdump -C', hexdump),
  code('xxd', xxd),
  code('xxd -p', (text) => hex(text).replace(/.{60}/g, '$&\n')),
  code('od -t x1', (text) => od(text, (bytes) => ` ${[...bytes].map((byte) => hexOf(byte)).join(' ')}`)),
  code('od -c', (text) =>
    od(text, (bytes) => [...bytes].map((byte) => String.fromCharCode(byte).padStart(4)).join('')),
  ),
  code('od -b', (text) => od(text, (bytes) => [...bytes].map((byte) => ` ${octalOf(byte)}`).join(''))),
  code('a buffer of Node', (text) => `<Buffer ${pairs(text).join(' ')}>`),
  code('a buffer as JSON', (text) => JSON.stringify(Buffer.from(text))),
  code('codes in JSON', (text) => JSON.stringify([...Buffer.from(text)])),
  code('codes in lines', (text) => JSON.stringify([...Buffer.from(text)], null, 2)),
  code('String.fromCharCode', (text) => `String.fromCharCode(${[...Buffer.from(text)].join(',')})`),
  code('bits', (text) => each(text, (byte) => `${byte.toString(2).padStart(8, '0')} `)),
  code('bits in one', (text) => each(text, (byte) => byte.toString(2).padStart(8, '0'))),
  code('uuencode', (text) => `begin 644 note.txt\n${uuencode(text)}\`\nend`),
  code('quoted-printable of every character', quotedPrintable),
  code('percent', (text) => each(text, (byte) => `%${hexOf(byte)}`)),
  code('percent twice', (text) => each(text, (byte) => `%25${hexOf(byte)}`)),
  code('percent three times', (text) => each(text, (byte) => `%2525${hexOf(byte)}`)),
  code('entities', (text) => each(text, (byte) => `&#${byte};`)),
  code('entities in hex', (text) => each(text, (byte) => `&#x${hexOf(byte)};`)),
  code('entities twice', (text) => each(text, (byte) => `&amp;#${byte};`)),
  code('escapes of JSON', (text) => each(text, (byte) => `\\u00${hexOf(byte)}`)),
  code('escapes of JSON in JSON', (text) => each(text, (byte) => `\\\\u00${hexOf(byte)}`)),
  code('bytes of Python', (text) => `b'${each(text, (byte) => `\\x${hexOf(byte)}`)}'`),
  code('octal escapes', (text) => each(text, (byte) => `\\${octalOf(byte)}`)),
  code('UTF-7', (text) => `+${Buffer.from(text, 'utf16le').swap16().toString('base64').replace(/=+$/, '')}-`),
]

function code(name: string, encode: (text: string) => string): Shape {
  return shape(name, ({ compact }) => encode(compact))
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex')
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0')
}

function octalOf(byte: number): string {
  return byte.toString(8).padStart(3, '0')
}

function pairs(text: string, before = ''): string[] {
  return [...Buffer.from(text)].map((byte) => before + hexOf(byte))
}

function each(text: string, write: (byte: number) => string): string {
  return [...Buffer.from(text)].map(write).join('').trimEnd()
}

function quotedPrintable(text: string): string {
  return each(text, (byte) => `=${hexOf(byte).toUpperCase()}`)
}

/** RFC 4648, sections 6 and 7. */
function base32(text: string, alphabet: string): string {
  const bits = each(text, (byte) => byte.toString(2).padStart(8, '0'))
  const letters = (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)] ?? '')
  return letters.join('').padEnd(Math.ceil(letters.length / 8) * 8, '=')
}

function base58(text: string): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let rest = BigInt(`0x${hex(text)}`)
  let written = ''
  for (; rest > 0n; rest /= 58n) written = (alphabet[Number(rest % 58n)] ?? '') + written
  return written
}

const BASE85 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~'
const Z85 = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.-:+=^!/*?&<>()[]{}@%$#'
const ADOBE = Array.from({ length: 85 }, (_, value) => String.fromCharCode(33 + value)).join('')

function ascii85(text: string): string {
  return base85(text, ADOBE)
}

/** Five characters for four bytes; of a shorter last group as many as it has bytes, and one. */
function base85(text: string, alphabet: string): string {
  const bytes = Buffer.from(text)
  let written = ''
  for (let i = 0; i < bytes.length; i += 4) {
    const group = bytes.subarray(i, i + 4)
    let rest = Buffer.concat([group, Buffer.alloc(4 - group.length)]).readUInt32BE()
    let five = ''
    for (let n = 0; n < 5; n++, rest = Math.floor(rest / 85)) five = (alphabet[rest % 85] ?? '') + five
    written += five.slice(0, group.length + 1)
  }
  return written
}

function rowsOf(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  return Array.from({ length: Math.ceil(bytes.length / 16) }, (_, row) => bytes.subarray(16 * row, 16 * row + 16))
}

function hexdump(text: string): string {
  const rows = rowsOf(text).map((row, index) => {
    const codes = [...row].map(hexOf)
    const columns = `${codes.slice(0, 8).join(' ')}  ${codes.slice(8).join(' ')}`.padEnd(48)
    return `${(16 * index).toString(16).padStart(8, '0')}  ${columns}  |${row.toString('latin1')}|`
  })
  return `${rows.join('\n')}\n${Buffer.byteLength(text).toString(16).padStart(8, '0')}`
}

function xxd(text: string): string {
  return rowsOf(text)
    .map((row, index) => {
      const columns = (row.toString('hex').match(/.{1,4}/g) ?? []).join(' ').padEnd(39)
      return `${(16 * index).toString(16).padStart(8, '0')}: ${columns}  ${row.toString('latin1')}`
    })
    .join('\n')
}

function od(text: string, write: (bytes: Buffer) => string): string {
  const address = (at: number) => at.toString(8).padStart(7, '0')
  const rows = rowsOf(text).map((row, index) => address(16 * index) + write(row))
  return `${rows.join('\n')}\n${address(Buffer.byteLength(text))}`
}

/** POSIX, uuencode: lines of up to 45 bytes behind their length. */
function uuencode(text: string): string {
  const bytes = Buffer.from(text)
  const sign = (six: number) => (six === 0 ? '`' : String.fromCharCode(32 + six))
  let written = ''
  for (let start = 0; start < bytes.length; start += 45) {
    const line = bytes.subarray(start, start + 45)
    written += sign(line.length)
    for (let i = 0; i < line.length; i += 3) {
      const three = ((line[i] ?? 0) << 16) | ((line[i + 1] ?? 0) << 8) | (line[i + 2] ?? 0)
      for (const shift of [18, 12, 6, 0]) written += sign((three >> shift) & 63)
    }
    written += '\n'
  }
  return written
}
