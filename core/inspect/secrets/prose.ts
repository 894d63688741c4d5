import { isWordAt } from '../characters.ts'
import type { ScoredSpan } from '../rule.ts'
import { judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

/** Words for what a short code opens or proves. */
const LOCKS =
  /^(?:pin(?: code| number)?|passcode|code (?:pin|secret|confidentiel|wi-?fi)|digicode|(?:one-time |2fa |mfa )?(?:otp|code)(?= (?:they|you|we|i|that|reçu|sent)\b)|cvv2?|cvc2?|code (?:d['’]acc[eè]s|d['’]entr[ée]e|de (?:la |ma |sa |notre )?(?:porte|carte)|du (?:portail|coffre|parking|b[âa]timent)|de l['’](?:alarme|immeuble|entr[ée]e)|de validation|de v[ée]rification|de s[ée]curit[ée]|de d[ée]verrouillage)|(?:pass)?code (?:to|for|of) (?:the|my|our|his|her) (?:\p{L}+ )?(?:safe|door|gate|alarm|vault|building|office|phone|card|garage|lock|locker))(?![\p{L}\p{N}])/iu
/** Words that stand before "code". */
const LOCK_BEFORE =
  /(?:door|gate|alarm|access|entry|security|unlock|safe|vault|lock|building|verification|validation|confirmation|one-time|2fa|mfa|sms|pin) $/i
/** Up to five words, which may end with one that announces the value. */
const TO_VALUE =
  /^(?: [\p{L}'’-]{1,16}){0,5}?\s?(?:[:=,]|(?:\s(?:is|was|est|sera|=)))?\s{1,2}["'`«]?\s?([0-9A-Z#*][0-9A-Z#*-]{3,11}|[0-9]{3} [0-9]{3})(?![\p{L}\p{N}_%€$°]|[.,/][0-9]| (?:bytes|characters|digits|chiffres|caract|€|euros|ms|px|lines))/u
const DIGITS_MIN = 3
const LOCK_REACH = 60
const TO_VALUE_REACH = 90
/** How far behind the beginning of its keyword a short code is read. */
export const SHORT_CODE_REACH = LOCK_REACH + TO_VALUE_REACH

/** "the alarm code is 4409", « digicode 47B12 »: a short code behind what it opens. */
export function readShortCode(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const before = LOCK_BEFORE.test(text.slice(Math.max(0, start - 16), start))
  const lock = LOCKS.exec(text.slice(start, start + LOCK_REACH))?.[0] ?? (before ? text.slice(start, end) : undefined)
  if (lock === undefined || isWordAt(text, start + lock.length)) return NONE
  const from = start + lock.length
  const value = TO_VALUE.exec(text.slice(from, from + TO_VALUE_REACH))
  if (value?.[1] === undefined || value[1].replace(/[^0-9]/g, '').length < DIGITS_MIN) return NONE
  // "the PIN of 2024-03-01" is no code.
  if (/^(?:19|20)[0-9]{2}-/.test(value[1])) return NONE
  const valueStart = from + value[0].length - value[1].length
  const joined = /(?:[:=,]|is|was|est|sera)\s{1,2}["'`«]?\s?$/.test(text.slice(from, valueStart))
  // Connectors have pins, and programs have codes: these are not secrets.
  if (!joined && !before && !/ /.test(lock)) return NONE
  return [{ start: valueStart, end: valueStart + value[1].length, score: joined ? 0.7 : 0.6 }]
}

/** 'is "Zx9!kLmn" a good password?': the value stands before what is asked about it. */
export function readAsked(text: string, start: number): readonly ScoredSpan[] {
  const before =
    /(?:^|[\s(])(["'`“«]?)\s?(\S{5,64}?)\s?["'`”»]? (?:is |est |serait |would be |as )?(?:an? |un )?(?:very |really |tr[eè]s |assez )?$/iu.exec(
      text.slice(Math.max(0, start - 96), start),
    )
  const value = before?.[2]
  if (before === null || value === undefined || !/[0-9]/.test(value) || !/[A-Za-z]{2}/.test(value)) return NONE
  const kind = judgeValue(value, true)
  const from = start - before[0].length + before[0].indexOf(value)
  return kind === 'mixed' || kind === 'random' ? [{ start: from, end: from + value.length, score: 0.75 }] : NONE
}

/** The option of each command that holds the password, with or without a blank before the value. */
const COMMANDS: Readonly<Record<string, RegExp>> = {
  mysql: /^(?:dump|admin|import)?\s[^\n|;&]{0,120}?(?<!\S)-p["']?([^\s"'-][^\s"']{3,64})/,
  mariadb: /^(?:-dump)?\s[^\n|;&]{0,120}?(?<!\S)-p["']?([^\s"'-][^\s"']{3,64})/,
  sshpass: /^\s[^\n|;&]{0,40}?(?<!\S)-p\s?["']?([^\s"'$][^\s"']{3,64})/,
  mongo: /^(?:sh|dump|restore|export|import)?\s[^\n|;&]{0,120}?(?<!\S)-p\s["']?([^\s"'$-][^\s"']{3,64})/,
  docker: /^\slogin\s[^\n|;&]{0,120}?(?<!\S)(?:-p|--password)[\s=]["']?([^\s"'$-][^\s"']{3,64})/,
  psexec: /^(?:64)?(?:\.exe)?\s[^\n|;&]{0,160}?(?<!\S)-p\s{1,2}["']?([^\s"'$%-][^\s"']{3,64})/i,
  'net user': /^\s{1,2}["']?[\w.-]{1,40}["']?\s{1,2}["']?([^\s"'/*$%][^\s"']{3,64})/,
  'redis-cli': /^\s[^\n|;&]{0,80}?(?<!\S)-a\s["']?([^\s"'$-][^\s"']{3,64})/,
}

export const COMMAND_NAMES = Object.keys(COMMANDS)

/** Finds the password in a command line, as in mysql -u root -pSecret. */
export function readCommand(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (isWordAt(text, start - 1)) return NONE
  const option = COMMANDS[text.slice(start, end).toLowerCase()]?.exec(text.slice(end, end + 220))
  if (option?.[1] === undefined) return NONE
  const kind = judgeValue(option[1], false)
  if (kind === 'nothing' || kind === 'digits') return NONE
  // "orchid77": of words only those that somebody put digits to.
  if (kind === 'word' && !/[A-Za-z]{3,}[0-9]{2,}/.test(option[1])) return NONE
  const to = end + option[0].length
  return [{ start: to - option[1].length, end: to, score: 0.85 }]
}

const MNEMONIC =
  /^[^\p{L}\n]{0,3}(?:[\p{L}]{1,8} ){0,4}?(?:is|est|:|=)?\s{0,2}["'`«]?\s?((?:[a-z]{3,8}[ ,]{1,2}){11,23}[a-z]{3,8})(?![\p{L}])/u

/** The twelve to twenty-four words of a wallet (BIP 39). */
export function readMnemonic(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (
    !/(?:seed|recovery|mnemonic|backup|secret|secr[eè]te) $/i.test(text.slice(Math.max(0, start - 10), start)) &&
    !/^ (?:de r[ée]cup[ée]ration|mn[ée]monique|secr[eè]te)/i.test(text.slice(end, end + 20))
  )
    return NONE
  const rest = text.slice(end, end + 320)
  const label = /^ (?:de r[ée]cup[ée]ration|mn[ée]monique|secr[eè]te)/i.exec(rest)?.[0].length ?? 0
  const found = MNEMONIC.exec(rest.slice(label))
  if (found?.[1] === undefined || found[1].split(/[ ,]+/).length % 3 !== 0) return NONE
  const to = end + label + found[0].length
  return [{ start: to - found[1].length, end: to, score: 0.8 }]
}
