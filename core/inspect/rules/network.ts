import { isWordAt } from '../characters.ts'
import { isDigit, type Numbers } from '../numbers.ts'
import type { ContextWords, Rule, ScoredSpan, Span } from '../rule.ts'
import { words } from './words.ts'

const NONE: readonly ScoredSpan[] = []

const ADDRESS_WORDS: ContextWords = {
  for: words(`
    ip ipv4 ipv6 address addresses adresse addr host hostname server serveur client gateway passerelle dns subnet
    network reseau ping ssh vpn firewall proxy remote peer node http https tcp udp curl login from depuis connect
    connexion src dst lan wan nat cidr bind listen localhost
  `),
  against: words(`
    version versions v ver release build chrome firefox safari edge section chapter chapitre oid article paragraph
    figure table clause firmware driver assembly sdk package upgrade update annexe appendix rule step bump bumps
    changelog dotnet nuget dll fileversion productversion
  `),
}

/** Four numbers of 0 to 255 without leading zeros; not the start of a longer chain, nor a network or version that begins with 0. */
function readIpv4(text: string, numbers: Numbers, index: number): Span | undefined {
  const start = numbers.starts[index] ?? 0
  const before = text[start - 1]
  if (before === '.' || before === '+' || isWordAt(text, start - 1)) return undefined
  for (let part = 0; part < 4; part++) {
    if (index + part >= numbers.count || numbers.corsican[index + part] === 1) return undefined
    const from = numbers.starts[index + part] as number
    const to = numbers.ends[index + part] as number
    if (to - from > 3) return undefined
    if (part > 0 && (text[from - 1] !== '.' || from - 1 !== numbers.ends[index + part - 1])) return undefined
    if (to - from > 1 && text[from] === '0') return undefined
    if (Number(text.slice(from, to)) > 255) return undefined
  }
  const end = numbers.ends[index + 3] ?? 0
  const after = text.charCodeAt(end + 1)
  // Loopback and "this network" (RFC 6890) say nothing about anybody.
  if (text[start] === '0' || text.startsWith('127.', start) || isWordAt(text, end)) return undefined
  if (text[end] === '.' && (isDigit(after) || isAsciiLetter(after))) return undefined
  if (text[end] === '-' && isAsciiLetter(after)) return undefined
  return { start, end }
}

function isAsciiLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122
}

/** RFC 4291, section 2.2: eight groups of up to four hexadecimal digits, "::" once for a run of zeros, IPv4 at the end. */
function isIpv6(address: string): boolean {
  const [head = '', tail, ...rest] = address.split('::')
  if (rest.length > 0) return false
  const groups = [head, tail ?? ''].flatMap((half) => (half === '' ? [] : half.split(':')))
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false
  if (tail === undefined) return groups.length === 8
  // "a::b" is a namespace in several languages: an address has digits, and more than one group.
  return groups.length >= 2 && groups.length <= 7 && /[0-9]/.test(address) && groups.join('').length >= SHORT_HEXES_MIN
}

const SHORT_HEXES_MIN = 5

const IPV6_MAX = 39
const COLON = 0x3a
const IPV6 = /^(?:[0-9A-Fa-f]{0,4}:){2,7}[0-9A-Fa-f]{1,4}/

/** `start` is a colon: only the first of an address leads to it, and times of day fail at the third character. */
function readIpv6(text: string, start: number): readonly ScoredSpan[] {
  let from = start
  while (start - from < 5 && isHex(text.charCodeAt(from - 1))) from--
  if (start - from > 4 || text[from - 1] === ':' || isWordAt(text, from - 1)) return NONE
  // Times of day have no eight groups, and nothing left out.
  let colons = 0
  let isShort = false
  let digits = 0
  let hexes = 0
  for (let i = from, before = 0; i < from + IPV6_MAX; i++) {
    const code = text.charCodeAt(i)
    if (code === COLON) {
      colons++
      isShort ||= before === COLON
    } else if (isHex(code)) {
      hexes++
      if (isDigit(code)) digits++
    } else break
    before = code
  }
  // As isIpv6() asks of what leaves groups out.
  if (colons < 7 && (!isShort || digits === 0 || hexes < SHORT_HEXES_MIN)) return NONE
  const address = IPV6.exec(text.slice(from, from + IPV6_MAX + 1))?.[0]
  if (address === undefined || address.length > IPV6_MAX || !isIpv6(address)) return NONE
  const end = from + address.length
  return isWordAt(text, end) || text[end] === ':' ? NONE : [{ start: from, end }]
}

const MAC_LENGTH = 17
const MAC = /^[0-9A-F]{2}(?:(?::[0-9A-F]{2}){5}|(?:-[0-9A-F]{2}){5})$/i

/** `start` is the first separator of six pairs. */
function readMac(text: string, start: number): readonly ScoredSpan[] {
  const separator = text[start]
  // Four comparisons spare most hyphens and colons the pattern.
  if (text[start + 3] !== separator || text[start + 6] !== separator || text[start - 3] === separator) return NONE
  const from = start - 2
  const address = text.slice(from, from + MAC_LENGTH)
  const end = from + MAC_LENGTH
  if (from < 0 || !MAC.test(address) || isWordAt(text, from - 1) || isWordAt(text, end) || text[end] === separator)
    return NONE
  // All zeros are nobody's; digits behind hyphens are a list or a date.
  return /^[0:-]*$/.test(address) || /^[0-9-]*$/.test(address) ? NONE : [{ start: from, end }]
}

function isHex(code: number): boolean {
  return isDigit(code) || ((code | 32) >= 97 && (code | 32) <= 102)
}

export const NETWORK_RULES: readonly Rule[] = [
  {
    kind: 'reader',
    id: 'ipv4',
    type: 'IP_ADDRESS',
    tier: 2,
    description: 'An IPv4 address.',
    // Behind none of the characters that readIpv4() turns away.
    beside: [{ before: '\\x00-*,\\-/:-@[-^`{-\\x7f', after: '.', length: [1, 3] }],
    read: readIpv4,
    isDoubtful: () => true,
    scores: { plain: 0.8, context: 0.95 },
    words: ADDRESS_WORDS,
    examples: {
      match: [
        'ip: [[10.88.30.44]]',
        '[[192.168.1.254]]:8080, http://[[8.8.8.8]]/x',
        '[[172.61.42.192]].',
        '[[10.0.0.0]]/8',
      ],
      reject: [
        'version 1.2.3.4',
        'v1.2.3.4',
        '1.2.3.4.5',
        '256.1.1.1',
        '01.02.03.04',
        '0.25.10.52',
        'Chrome/118.0.34.28',
        '1.2.3.4-beta',
      ],
    },
  },
  {
    kind: 'sign',
    id: 'ipv6',
    type: 'IP_ADDRESS',
    tier: 2,
    description: 'An IPv6 address (RFC 4291).',
    signs: [':'],
    group: [0, 4],
    read: readIpv6,
    scores: { plain: 0.85, context: 0.97 },
    words: ADDRESS_WORDS,
    examples: {
      match: ['[[2001:db8:6fbf:90b8:a593:ba63:832b:443f]]', 'from [[fe80::a4f5:4981]] to [[2001:db8::1]]'],
      reject: ['12:34:56', 'aa:bb:cc:dd:ee:ff', 'std::vector', 'a::b', 'Foo::Bar', '1:2:3:4:5:6:7:8:9', 'dead::beef'],
    },
  },
  {
    kind: 'pattern',
    id: 'mac-dotted',
    type: 'MAC_ADDRESS',
    tier: 2,
    description: 'A hardware address in groups of four, as switches write them, after words about networks.',
    keywords: ['mac ', 'mac-', 'vlan', 'switch', 'dynamic'],
    pattern: '(?i:mac|vlan|switch|dynamic)[^\\n]{0,40}?[ :=](?<value>[0-9A-Fa-f]{4}\\.[0-9A-Fa-f]{4}\\.[0-9A-Fa-f]{4})',
    reach: [1, 60],
    digits: 1,
    validate: (address) => /[a-f]/i.test(address) && /[0-9]/.test(address),
    scores: { plain: 0.85, context: 0.85 },
    examples: {
      match: ['mac address-table: [[0050.56c0.0008]]', 'switch port 12: [[001A.2B3C.4D5E]]'],
      reject: ['0050.56c0.0008', 'switch 1234.5678.9012', 'vlan 2024.1'],
    },
  },
  {
    kind: 'sign',
    id: 'mac',
    type: 'MAC_ADDRESS',
    tier: 2,
    description: 'A hardware address of six pairs of hexadecimal digits.',
    signs: [':', '-'],
    group: [2, 2],
    read: readMac,
    scores: { plain: 0.85, context: 0.95 },
    words: {
      for: words(`
    mac ethernet wifi bssid hwaddr ether hardware address adresse eth
  `),
      against: ['fingerprint', 'sha', 'md'],
    },
    examples: {
      match: ['ether [[00:1a:2b:3c:4d:5e]] txqueuelen', '[[3C-22-FB-01-AA-9E]]'],
      reject: ['00:00:00:00:00:00', '01-02-03-04-05-06', 'aa:bb:cc:dd:ee:ff:00:11', '12:34:56'],
    },
  },
]
