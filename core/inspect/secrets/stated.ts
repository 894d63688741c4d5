import { isWordAt } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { isTerm, judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

/** How far around words about logging in a password may stand, in its paragraph. */
const BEFORE = 80
const AFTER = 140
/** What nobody but the one who chose it would write: letters and digits with signs among or behind them. */
const CHOSEN =
  /(?<![\p{L}\p{N}_!?@#$%&*./\\=:+~-])[A-Za-z0-9][A-Za-z0-9!?@#$%&*._+-]{6,31}(?![\p{L}\p{N}_=:/\\(@[{<>])/gu

/** Whether a token is beyond doubt a password: three letters, a digit, and a sign that no word, name or version has there. */
function isChosen(token: string, isAsked: boolean): boolean {
  const value = isAsked ? token : token.replace(/[?.,]+$/, '')
  if (!/[0-9]/.test(value) || (value.match(/[A-Za-z]/g)?.length ?? 0) < 3 || isTerm(value.replace(/!+$/, '')))
    return false
  // Mail addresses, versions of packages, amounts.
  if (/@[^@]*\.|^[\w.-]*[0-9]%$|%[0-9A-F]{2}|&[&#]|^v?[0-9.]+/.test(value)) return false
  const within = /[A-Za-z0-9][!?#$%&*]+[A-Za-z0-9]|[A-Za-z]@[A-Za-z]/.test(value)
  const behind = /[0-9][!#$%&*]+$|^[A-Za-z]*[0-9]+[a-z]+!+$|!!+$|[0-9]\?$/.test(value)
  if (!within && !behind) return false
  const kind = judgeValue(value, true)
  return kind === 'mixed' || kind === 'random'
}

const DIGIT = 1
const SIGN = 2
/** A character of CHOSEN. */
const WITHIN = 4
/** What every such token holds, by the code of the character. */
const IN_CHOSEN = new Uint8Array(128)
for (let code = 0; code < IN_CHOSEN.length; code++) {
  const character = String.fromCharCode(code)
  IN_CHOSEN[code] =
    (/[0-9]/.test(character) ? DIGIT : 0) |
    (/[!?#$%&*@]/.test(character) ? SIGN : 0) |
    (/[A-Za-z0-9!?@#$%&*._+-]/.test(character) ? WITHIN : 0)
}
const CHOSEN_MIN = 7

/** The text that was looked at last, up to where, and its last digit and its last such sign before that. */
let seen = { text: '', to: 0, digit: -1, sign: -1 }

/** Whether a digit and one of these signs stand there at all: in most paragraphs they do not, and no pattern is tried. What was looked at for a word before is not looked at again. */
function holdsSignAndDigit(text: string, units: Uint16Array, from: number, to: number): boolean {
  if (text !== seen.text || to < seen.to) seen = { text, to: from, digit: -1, sign: -1 }
  for (let i = Math.max(from, seen.to); i < to; i++) {
    const code = units[i] as number
    if (code >= 128) continue
    if (((IN_CHOSEN[code] as number) & DIGIT) !== 0) seen.digit = i
    if (((IN_CHOSEN[code] as number) & SIGN) !== 0) seen.sign = i
  }
  seen.text = text
  seen.to = to
  return seen.digit >= from && seen.sign >= from
}

/** Whether they stand in one run of the characters of CHOSEN that is long enough, and before which CHOSEN may match: "password=..." is none. */
function mayHoldChosen(units: Uint16Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const start = i
    let held = 0
    for (; i < to; i++) {
      const code = units[i] as number
      const kind = code < 128 ? (IN_CHOSEN[code] as number) : 0
      if (kind === 0) break
      held |= kind
    }
    if (held !== (DIGIT | SIGN | WITHIN) || i - start < CHOSEN_MIN) continue
    if (start === from || !BEFORE_NONE.has(units[start - 1] as number)) return true
  }
  return false
}

/** What CHOSEN has before no token, besides its own characters. */
const BEFORE_NONE: ReadonlySet<number> = new Set([...'/\\=:~'].map((sign) => sign.charCodeAt(0)))
const LINE_FEED = 0x0a
const SPACE = 0x20
const BLANK = /\s/

/** Where the word at `start` to `end` comes again before `to`, or the paragraph ends; `to` where neither does. */
function endOfPart(units: Uint16Array, start: number, end: number, to: number): number {
  const first = units[start]
  for (let i = end; i < to; i++) {
    const code = units[i] as number
    if (code === first && i + end - start <= to && isSame(units, start, end, i)) return i
    if (code === LINE_FEED && endsParagraph(units, i, to)) return i
  }
  return to
}

function isSame(units: Uint16Array, start: number, end: number, other: number): boolean {
  for (let i = start; i < end; i++) if (units[i] !== units[other + i - start]) return false
  return true
}

/** Whether nothing but blanks stands between the line feed at `index` and another one before `to`. */
function endsParagraph(units: Uint16Array, index: number, to: number): boolean {
  for (let i = index + 1; i < to; i++) {
    const code = units[i] as number
    if (code === LINE_FEED) return true
    if (code !== SPACE && !BLANK.test(String.fromCharCode(code))) return false
  }
  return false
}

/** Where the paragraph begins that goes on to `start`, or `from` where it begins earlier; `start` where the word there comes between. */
function beginningOfPart(units: Uint16Array, from: number, start: number, end: number): number {
  const first = units[start]
  let beginning = from
  for (let i = start - 1; i >= from; i--) {
    const code = units[i] as number
    if (code === first && i + end - start <= start && isSame(units, start, end, i)) return start
    if (code === LINE_FEED && beginning === from && i + 1 < start && units[i + 1] === LINE_FEED) beginning = i + 1
  }
  return beginning
}

/** "The VPN password changed, use Crocus!2291 from now on": the word and the value in one paragraph, whatever stands between. */
export function readStated(text: string, start: number, end: number, units: Uint16Array): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  if (!holdsSignAndDigit(text, units, Math.max(0, start - BEFORE), Math.min(text.length, end + AFTER))) return NONE
  // Where the same word comes again, what lies between is read once.
  const ceiling = Math.min(text.length, end + AFTER)
  const to = endOfPart(units, start, end, ceiling)
  const from = beginningOfPart(units, Math.max(0, start - BEFORE), start, end)
  if (!mayHoldChosen(units, from, to)) return NONE
  const around = text.slice(from, to)
  const found: ScoredSpan[] = []
  // matchAll() makes an expression of its own each time.
  CHOSEN.lastIndex = 0
  for (let match = CHOSEN.exec(around); match !== null; match = CHOSEN.exec(around)) {
    const { 0: token, index } = match
    // What the window cuts is read where a keyword stands closer to it.
    if (index + token.length === around.length && to < text.length && !/\n\s*\n/.test(text.slice(end, ceiling)))
      continue
    // Behind what goes on a question mark ends no question.
    const isAsked = token.endsWith('?') && /^[,;)]/.test(around.slice(index + token.length))
    if (isChosen(token, isAsked))
      found.push({ start: from + index, end: from + index + trimmed(token, isAsked), score: 0.75 })
  }
  return found
}

/** The token without the signs that end sentences. */
function trimmed(token: string, isAsked: boolean): number {
  return token.replace(isAsked ? /[.,]+$/ : /[?.,]+$/, '').length
}

/** How far behind its keyword the key of a network is read. */
export const WIFI_KEY_REACH = 140
const WIFI_KEY =
  /^[^\n]{0,60}?(?<![\p{L}])(?:code|clé|cle|key|pass(?:word|phrase|code)?|pw|mdp|mot de passe)(?: wi-?fi| is| est| c['’]est| de sécurité)*\s?[:=]?\s{0,2}["'`«]?\s?(?<value>[^\s"'`»,;]{8,63})/iu

/** Finds the key of a wireless network behind the network's name. */
export function readWifiKey(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const match = WIFI_KEY.exec(text.slice(end, end + WIFI_KEY_REACH))
  const value = match?.groups?.value?.replace(/[.!?)]+$/, '')
  if (match === null || value === undefined || !/[0-9]/.test(value) || !/[A-Za-z]{2}/.test(value)) return NONE
  const kind = judgeValue(value, true)
  const from = end + match[0].indexOf(value, match[0].length - (match.groups?.value?.length ?? 0))
  return kind === 'nothing' || isTerm(value) ? NONE : [{ start: from, end: from + value.length, score: 0.75 }]
}

/** How far behind its keyword the password of a pair is read. */
export const PAIR_REACH = 70

/** "marie@example.org / P0pcorn!!", "bob@example.org:hunter22!": a login of two parts; the keyword is what stands between. */
export function readPair(text: string, start: number, end: number): readonly ScoredSpan[] {
  // The end of a domain and the colon behind it, or a separator alone.
  const userEnd = text[end - 1] === ':' ? end - 1 : start
  if (!text.slice(Math.max(0, userEnd - 64), userEnd).includes('@')) return NONE
  const user = /(?:^|[\s"'(])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/.exec(
    text.slice(Math.max(0, userEnd - 120), userEnd),
  )
  if (user === null) return NONE
  const value = /^([^\s"'`<>]{6,64})/.exec(text.slice(end, end + PAIR_REACH))
  const password = value?.[1]?.replace(/[.,;)]+$/, '')
  if (value === null || password === undefined || /^(?:https?:|\/|[\w.+-]+@)/.test(password)) return NONE
  if (!/[A-Za-z]{2}/.test(password) || !/[0-9]/.test(password)) return NONE
  const kind = judgeValue(password, true)
  if (kind !== 'mixed' && kind !== 'random') return NONE
  const from = end + value[0].length - (value[1]?.length ?? 0)
  return [{ start: from, end: from + password.length, score: 0.75 }]
}

const CODE_LIST =
  /^s?(?:[ _](?:codes?|keys?|de récupération|de secours))*(?: (?:for|pour|de|of|to|is|are|est|sont) ?(?:[\p{L}'’]+ ){0,3}?)?\s{0,2}[:=]?\s{1,3}(?:is |are )?/iu
const CODE =
  /^["'`]?((?:[A-Za-z0-9]{4,8}-){1,9}[A-Za-z0-9]{4,8}|[0-9]{6,10}|[a-z0-9]{8,10}|[0-9]{4} [0-9]{4})["'`]?(?![\p{L}\p{N}_-])/u
const CODE_LIST_REACH = 60
const CODE_REACH = 90
/** How far behind its keyword the first code is read. */
export const RECOVERY_CODE_REACH = CODE_LIST_REACH + CODE_REACH

/** Codes with which an account, a disk or a second factor can be recovered: one or more of them. */
export function readRecoveryCodes(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const head = CODE_LIST.exec(text.slice(end, end + CODE_LIST_REACH))
  if (head === null) return NONE
  const found: ScoredSpan[] = []
  for (let at = end + head[0].length; found.length < 20; ) {
    const code = CODE.exec(text.slice(at, at + CODE_REACH))
    if (code?.[1] === undefined || !/[0-9].*[0-9]/.test(code[1])) break
    const from = at + code[0].indexOf(code[1])
    found.push({ start: from, end: from + code[1].length, score: 0.7 })
    const joint = /^["'`]?[\s,;•*-]{1,6}(?:and |et )?/.exec(
      text.slice(from + code[1].length, from + code[1].length + 12),
    )
    if (joint === null) break
    at = from + code[1].length + joint[0].length
  }
  return found
}
