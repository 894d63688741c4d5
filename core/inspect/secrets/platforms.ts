import { isWordAt } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

/** jdbc:oracle:thin:user/password@host (Oracle, JDBC Developer's Guide, "Thin-style service name"). */
export function readOracleUrl(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const login = /^[\w$#]{1,40}\/([^\s/"'@]{3,64})@/.exec(text.slice(end, end + 120))
  if (login?.[1] === undefined || judgeValue(login[1], false) === 'nothing') return NONE
  const to = end + login[0].length - 1
  return [{ start: to - login[1].length, end: to, score: 0.85 }]
}

/** ConvertTo-SecureString "password" (PowerShell): in the text of a script it is no secret string yet. */
export function readSecureString(text: string, _start: number, end: number): readonly ScoredSpan[] {
  const value = /^(?: -AsPlainText| -Force| -String){0,3} {1,3}\\?(["'])([^"'\n\\]{4,128})\\?\1/i.exec(
    text.slice(end, end + 170),
  )
  if (value?.[2] === undefined || value[2].startsWith('$') || judgeValue(value[2], true) === 'nothing') return NONE
  const from = end + value[0].indexOf(value[2], value[0].indexOf(value[1] ?? ''))
  return [{ start: from, end: from + value[2].length, score: 0.85 }]
}

const OPTION = /^(["'])([^"'\s$][^"'\n]{3,63})\1/

/** A quoted value of an option -p that is neither a port nor a path. */
export function readQuotedOption(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (start > 0 && !/\s/.test(text[start - 1] ?? '')) return NONE
  const value = OPTION.exec(text.slice(end - 1, end + 70))?.[2]
  if (value === undefined || /^[\w./-]+:[0-9]+|^[./~]|[\\/]/.test(value)) return NONE
  const kind = judgeValue(value, true)
  return kind === 'random' || (kind === 'mixed' && /[0-9]/.test(value))
    ? [{ start: end, end: end + value.length, score: 0.65 }]
    : NONE
}

/** net use X: \\server\share /user:DOMAIN\name password, and cmdkey /pass: (Microsoft Learn, "net use"). */
export function readNetUse(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1) && !/^\/user/i.test(text.slice(start, end))) return NONE
  const value = /^["']?[\w.\\@-]{1,80}["']? {1,3}(?:\/pass(?:word)?:)?["']?([^\s"'/*][^\s"']{3,63})/i.exec(
    text.slice(end, end + 170),
  )
  if (value?.[1] === undefined) return NONE
  const kind = judgeValue(value[1], true)
  if (kind !== 'mixed' && kind !== 'random') return NONE
  const to = end + value[0].length
  return [{ start: to - value[1].length, end: to, score: 0.8 }]
}

/** user:1001:LM hash:NT hash::: as secretsdump and pwdump print them; an NT hash logs in as the password does. */
export function readNtHash(text: string, start: number): readonly ScoredSpan[] {
  if (text.charAt(start - NT_HASH_LENGTH - 1) !== ':' || text.charAt(start - 1) === ':') return NONE
  const hashes = /[0-9A-Fa-f]{32}:([0-9A-Fa-f]{32})$/.exec(text.slice(Math.max(0, start - 66), start))
  return hashes === null ? NONE : [{ start: start - NT_HASH_LENGTH, end: start, score: 0.9 }]
}

const NT_HASH_LENGTH = 32

const BODY_MAX = 8_000
const BODY_MIN = 100

/** The base64 of a private key in DER (RFC 5208, RFC 8017, RFC 5915) or OpenSSH's form without its lines of BEGIN and END. */
export function readKeyBody(text: string, start: number, _end: number): readonly ScoredSpan[] {
  if (/[A-Za-z0-9+/=]/.test(text[start - 1] ?? '')) return NONE
  // What goes on from a line before has been read with it.
  if (/[A-Za-z0-9+/]{16}={0,2}(?:\\n|\\r|["'+\s,;.]){1,12}$/.test(text.slice(Math.max(0, start - 32), start)))
    return NONE
  const body =
    /^(?:[A-Za-z0-9+/]{16,}={0,2}(?:(?:\\n|\\r|["'+\s,;.]){1,12}(?=[A-Za-z0-9+/]{4}))?(?:[A-Za-z0-9+/]{1,15}={1,2})?)+/.exec(
      text.slice(start, start + BODY_MAX),
    )?.[0]
  if (body === undefined || body.replace(/[^A-Za-z0-9+/]/g, '').length < BODY_MIN) return NONE
  return [{ start, end: start + body.trimEnd().length, score: 0.9 }]
}

/** SNMP communities (RFC 3584) in the configuration of a device. */
export function readCommunity(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (!/snmp(?:-server|v[12]c?)?(?: \w+){0,2} $/i.test(text.slice(Math.max(0, start - 30), start))) return NONE
  const value = /^(?: string)?(?:\s?[:=])? ["']?([\w!@#$%&*.-]{5,32})/.exec(text.slice(end, end + 50))
  if (value?.[1] === undefined || /^(?:public|private|string|name)$/i.test(value[1]) || !/[0-9!@#$%&*]/.test(value[1]))
    return NONE
  const to = end + value[0].length
  return [{ start: to - value[1].length, end: to, score: 0.75 }]
}

/** Between the word and a key: perhaps a second such word, then a blank, a hyphen or what assigns. */
const KEY_BEHIND =
  /^(?:[ _-]?(?:key|token|secret|code))?["'`]?[ \t]{0,4}[ :=-][ \t]{0,4}["'`]?(?:key-)?([A-Za-z0-9][A-Za-z0-9_+/=-]{15,100})(?![\w@])/i
/** What other long numbers are called. */
const OTHER_KEYS =
  /(?:public(?:[ _-]?key)?|primary|foreign|cache|commit|git|sha-?[0-9]*|md5|hash|partition|sort|object|unique|composite|registry|candidate|translation|host|ssh-rsa|pub|integrity|checksum|digest|index|idempotency|dedup|dedupe|websocket|publishable|device|push|page|next|prev|previous|continuation|pagination|resume|scroll|sync|cursor|csrf|map)[ _-]?$/i
const KEY_DIGITS_MIN = 4
/** How far behind its keyword a key is read. */
export const KEY_BEHIND_REACH = 130

/** "flickr key 9f71...", "PRIVATE-2b9c...": a long key that nothing assigns, directly behind a word that promises one. */
export function readKeyBehind(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (!isRunBehind(units, end, Math.min(text.length, end + KEY_BEHIND_HEAD + KEY_RUN))) return NONE
  const match = KEY_BEHIND.exec(text.slice(end, end + KEY_BEHIND_REACH))
  const value = match?.[1]?.replace(/[.]+$/, '')
  if (match === null || value === undefined || !holdsDigits(value, KEY_DIGITS_MIN)) return NONE
  if (OTHER_KEYS.test(text.slice(Math.max(0, start - 16), start)) || /[/]/.test(value)) return NONE
  // A name of several words with a number is no key; and what goes on in words neither.
  if (judgeValue(value, false) !== 'random' || /[A-Za-z]{9}/.test(value)) return NONE
  const from = end + match[0].length - (match[1]?.length ?? 0)
  return [{ start: from, end: from + value.length, score: 0.65 }]
}

/** How many characters KEY_BEHIND has before a key at most, and a key has at least. */
const KEY_BEHIND_HEAD = 22
const KEY_RUN = 16
const OF_KEY = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (/[A-Za-z0-9_+/=-]/.test(String.fromCharCode(code))) OF_KEY[code] = 1

/** Whether a run of the characters of keys stands there that is as long as one. */
function isRunBehind(units: Uint16Array, from: number, to: number): boolean {
  let count = 0
  for (let i = from; i < to; i++) {
    const code = units[i] as number
    count = code < 128 && OF_KEY[code] === 1 ? count + 1 : 0
    if (count === KEY_RUN) return true
  }
  return false
}

function holdsDigits(value: string, count: number): boolean {
  let digits = 0
  for (let i = 0; i < value.length && digits < count; i++) {
    const code = value.charCodeAt(i)
    if (code >= 0x30 && code <= 0x39) digits++
  }
  return digits >= count
}
