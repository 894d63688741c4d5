import type { ScoredSpan } from '../rule.ts'
import { judgeValue } from './value.ts'

const NONE: readonly ScoredSpan[] = []

/** Words that say how a password is, or what becomes of it. */
const STATES =
  /^(?:required|invalid|incorrect|wrong|missing|empty|hidden|strong|weak|expired|correct|optional|mandatory|plaintext|masked|visible|encrypted|hashed|stored|ignored|blank|disabled|enabled|secure|unsafe|leaked|compromised|forgotten|changed|reset|removed|deprecated|nullable|varchar|string|boolean|undefined|obligatoire|incorrecte?|oubli[eé]e?|expir[eé]e?|vide|fort|faible|requise?|manquante?|chiffr[eé]e?)$/i

/** "the type of the password is ...": something else is said of it. */
const OTHER_SUBJECT =
  /\b(?:type|label|name|hash|length|strength|field|format|kind|translation|word|term)s? (?:of|for|in|du|de|pour) (?:(?:the|a|my|your|our|this|le|un|mon|ce|votre) )?$/i
/** "password for the VPN is", "password that I use is"; not "password strength is". */
const SAME_SUBJECT =
  /^\s?(?:[:=]|(?:for|of|on|in|at|by|with|that|which|i|we|you|he|she|they|pour|du|de|des|sur|dans|au|à|que|qui|je|is|was|are|be|est|ist|es|sera|était|now|reste|becomes|devient|as|to|from|en|d['’]\S*|c['’]est)(?!\p{L}))/iu

/**
 * Whether a value in quotes is one word that says nothing about a password.
 * @param before what stands before the word for a password
 * @param between what leads from there to the value
 */
export function isQuotedWord(value: string, before: string, between: string): boolean {
  const isWord = /^\p{L}{6,20}$/u.test(value) && !STATES.test(value)
  return isWord && SAME_SUBJECT.test(between) && !OTHER_SUBJECT.test(before)
}

/** Where nothing says that a value follows, it has to look like nothing but a password: letters with digits. */
export function isChosen(value: string): boolean {
  let hasDigit = false
  let hasLetters = false
  let wasLetter = false
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    if (code < 0x21 || code > 0x7e) return false
    const small = code | 0x20
    const isLetter = small >= 0x61 && small <= 0x7a
    hasLetters ||= isLetter && wasLetter
    hasDigit ||= code >= 0x30 && code <= 0x39
    wasLetter = isLetter
  }
  return hasDigit && hasLetters
}

/** "... and the new one is Spring24", « ..., nouveau Rhubarbe9 », "... to Spring24". */
const ANOTHER =
  /^["'`”»]?(?:,| and| et| but| mais)?(?: (?:to|->|→|en|par)| (?:(?:the|my|le|mon|un) )?(?:new|old|nouveau|nouvel|ancien|other|autre|current|actuel)(?: one| password| mdp| mot de passe)?(?: is| was| est| était| :|:)?) ["'`“«]?([^\s"'`”»,;]{5,64})/i

/** The password that a sentence tells behind another. */
export function readAnother(text: string, from: number): readonly ScoredSpan[] {
  const match = ANOTHER.exec(text.slice(from, from + 110))
  const value = match?.[1]?.replace(/[.)?]+$/, '')
  if (match === null || value === undefined || !isChosen(value)) return NONE
  const kind = judgeValue(value, true)
  if (kind !== 'mixed' && kind !== 'random') return NONE
  const start = from + match[0].length - (match[1]?.length ?? 0)
  return [{ start, end: start + value.length, score: 0.75 }]
}

/** "use hunter2 as the password": the value stands before the word. */
export function readReversed(text: string, start: number, end: number): readonly ScoredSpan[] {
  if (
    !/^(?:my |our |the |your |mon |ma |le |notre |votre |ton )?(?:new |temporary |nouveau )?(?:password|passphrase|passcode|pin|mot de passe|mdp|api key)/i.test(
      text.slice(end, end + 40),
    )
  )
    return NONE
  const before = /(?:^|\s)(["'`“«]?)(\S{4,64}?)["'`”»]?$/.exec(text.slice(Math.max(0, start - 70), start))
  const value = before?.[2]
  if (before === null || value === undefined || !isChosen(value)) return NONE
  const kind = judgeValue(value, before[1] !== '')
  const from = start - before[0].length + before[0].indexOf(value)
  return kind === 'mixed' || kind === 'random' ? [{ start: from, end: from + value.length, score: 0.8 }] : NONE
}

/** How far behind its keyword a login is read. */
export const LOGIN_REACH = 130
const LOGIN_MAX = 64

/** "credentials: jdoe / Kx9!fobar": a name, a separator, a password. */
export function readLogin(text: string, _start: number, end: number): readonly ScoredSpan[] {
  // What stands between name and password comes within LOGIN_MAX characters.
  if (!/[/:|]/.test(text.slice(end, end + LOGIN_MAX))) return NONE
  const login =
    /^[\p{L}]{0,12}(?: (?:avec|with|using|as|comme|en tant que))? ?(?::|=|is|are|sont)? {0,2}["'`]?([\w.@-]{2,40})["'`]? ?[/:|] ?["'`]?([^\s"'`<>]{4,64})/iu.exec(
      text.slice(end, end + LOGIN_REACH),
    )
  const value = login?.[2]?.replace(/[.,;)]+$/, '')
  if (login === null || value === undefined) return NONE
  const kind = judgeValue(value, false)
  const from = end + login[0].length - (login[2]?.length ?? 0)
  return (kind === 'mixed' || kind === 'random') && isChosen(value)
    ? [{ start: from, end: from + value.length, score: 0.75 }]
    : NONE
}
