import { isWordAt } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

const USER_MAX = 64
const PASSWORD_MAX = 128

const URL_LOGIN = /^([^\s:@/?#"'<>`]{0,64}(?:@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4})?):([^\s/"'<>`]{1,128})@(?=[\w[%{$]|$)/

/** Finds the password in scheme://user:password@host. */
export function readUrlPassword(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (!isWordAt(text, start - 1)) return NONE
  const rest = text.slice(end, end + USER_MAX + PASSWORD_MAX)
  if (!rest.includes('@')) return NONE
  const login = URL_LOGIN.exec(rest)
  if (login === null || login[2] === NO_PASSWORD) return readUrlToken(rest, end)
  const [, user = '', password = ''] = login
  // A mail address as the user; else it is a host with its port.
  if (user.includes('@') && /^[0-9]+$/.test(password)) return NONE
  const from = end + user.length + 1
  const kind = judgeValue(password, false)
  if (kind === 'nothing') return NONE
  return [{ start: from, end: from + password.length, score: kind === 'word' ? 0.6 : 0.85 }]
}

/** Stands for a password where a token is the user, as Git has it. */
const NO_PASSWORD = 'x-oauth-basic'
const URL_TOKEN = /^([\w.~+-]{20,64})(?::x-oauth-basic)?@(?=[\w[])/

/** A token in the place of a user, without a password: https://TOKEN@git.example.org/. */
function readUrlToken(rest: string, start: number): readonly ScoredSpan[] {
  const token = URL_TOKEN.exec(rest)?.[1]
  if (token === undefined || judgeValue(token, false) !== 'random') return NONE
  return [{ start, end: start + token.length, score: 0.8 }]
}

/** Finds the token in a header Authorization: Bearer. */
export function readBearer(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const token = /^\s{1,3}["']?([\w.~+/=-]{12,1000})/.exec(text.slice(end, end + 1010))
  if (token?.[1] === undefined) return NONE
  const from = end + token[0].length - token[1].length
  if (judgeValue(token[1], false) !== 'random') return NONE
  return [{ start: from, end: from + token[1].length, score: 0.85 }]
}

/** Authorization: Basic, whose base64 holds a user and a password (RFC 7617). */
export function readBasic(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const credentials = /^ ([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/.exec(text.slice(end, end + 410))?.[1]
  if (credentials === undefined) return NONE
  const decoded = Buffer.from(credentials, 'base64').toString('latin1')
  if (!/^[\x20-\x7e]+$/.test(decoded) || !decoded.slice(0, -1).includes(':')) return NONE
  return [{ start: end + 1, end: end + 1 + credentials.length, score: 0.85 }]
}

const LOGIN = /^[ =]?["']?([\w.@+-]{1,64}):([^\s"']{3,128})/
/** smbclient(1): -U DOMAIN\\user%password. */
const SAMBA_LOGIN = /^[ =]?["']?([\w.@+\\/-]{1,64})%([^\s"']{3,128})/
const SAMBA = /(?:^|[^\w])(?:smbclient|smbget|smbcacls|rpcclient|net rpc|net ads|winexe)[^\n]*$/
const SAMBA_REACH = 160

/** curl -u user:password: both, as one is of no use without the other. */
export function readUserOption(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const isOfSamba = SAMBA.test(text.slice(Math.max(0, start - SAMBA_REACH), start))
  const login = (isOfSamba ? SAMBA_LOGIN : LOGIN).exec(text.slice(end, end + 200))
  if (login?.[2] === undefined) return NONE
  const kind = judgeValue(login[2], false)
  if (kind === 'nothing' || kind === 'word' || kind === 'digits') return NONE
  const to = end + login[0].length
  return [{ start: to - login[2].length, end: to, score: 0.8 }]
}

const PEM_MAX = 16_000
const PEM_BODY_MIN = 40

/** A PEM block (RFC 7468) from its BEGIN to its END; without an END, as far as its base64 goes. */
export function readPrivateKey(text: string, start: number, end: number): readonly ScoredSpan[] {
  const head = /^[A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(text.slice(end, end + 80))?.[0]
  if (head === undefined) return NONE
  const bodyStart = end + head.length
  const next = indexWithin(text, '-----BEGIN ', bodyStart, PEM_MAX)
  // The hyphens of the next BEGIN may be those that end this block.
  const body = text.slice(bodyStart, next === -1 ? bodyStart + PEM_MAX : next + 5)
  const tail = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/.exec(body)
  if (tail !== null) {
    const isFilled = base64Length(body.slice(0, tail.index)) >= PEM_BODY_MIN
    return isFilled ? [{ start, end: bodyStart + tail.index + tail[0].length, score: 0.97 }] : NONE
  }
  const open = openLength(next === -1 ? body : body.slice(0, -5), leadOf(text, start))
  return open > 0 ? [{ start, end: bodyStart + open, score: 0.9 }] : NONE
}

const LEAD_MAX = 48
const CODE_MIN = 16
const BODY = /^(?:[\s"'+\\nr]*[A-Za-z0-9+/=]{16,})+/

/** How far a body without an END goes; 0 where it is none. */
function openLength(body: string, lead: string): number {
  const plain = BODY.exec(body)?.[0] ?? ''
  if (base64Length(plain) >= PEM_BODY_MIN) return plain.length
  if (lead === '') return 0
  // In a log, a comment or a quoted mail the same leads each line, but for the digits of a time.
  const [head = '', ...lines] = body.split('\n')
  if (head.trim() !== '') return 0
  const pattern = lead.replace(/[0-9]/g, '0')
  let length = 0
  let at = head.length
  let filled = 0
  for (const line of lines) {
    const code = /^[A-Za-z0-9+/]+={0,2}/.exec(line.slice(lead.length))?.[0] ?? ''
    if (line.slice(0, lead.length).replace(/[0-9]/g, '0') !== pattern || code.length < CODE_MIN) break
    filled += code.length
    length = at + 1 + lead.length + code.length
    at += 1 + line.length
  }
  return filled >= PEM_BODY_MIN ? length : 0
}

/** What stands before it in its line; nothing where that is too long to lead each line of a block. */
function leadOf(text: string, start: number): string {
  const before = text.slice(Math.max(0, start - LEAD_MAX), start)
  const line = before.lastIndexOf('\n')
  return line === -1 && before.length === LEAD_MAX ? '' : before.slice(line + 1)
}

/** Where `word` stands within `reach` of `from`; -1 where it does not. */
function indexWithin(text: string, word: string, from: number, reach: number): number {
  const index = text.slice(from, from + reach).indexOf(word)
  return index === -1 ? -1 : from + index
}

function base64Length(text: string): number {
  return text.replace(/[^A-Za-z0-9+/]/g, '').length
}
