const WORD_BEYOND_ASCII = /[\p{L}\p{N}\p{M}]/u

/** Whether the character at `index` is a letter, a digit or an underscore, so that a value beside it is part of a longer word. False outside the text. */
export function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  if (code < 128) return isOfWord(code)
  return !Number.isNaN(code) && WORD_BEYOND_ASCII.test(text.charAt(index))
}

/** What RE2 and RegExp take for a word's: letters and digits of ASCII, and underscores. */
export function isOfWord(code: number): boolean {
  return (code >= 48 && code <= 57) || ((code | 32) >= 97 && (code | 32) <= 122) || code === 95
}

/** Whether the character is a Latin letter, up to the Latin extensions. English and French words consist of these. */
export function isLatinLetter(code: number): boolean {
  return ((code | 32) >= 97 && (code | 32) <= 122) || (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7)
}

const PLAIN_FORMS = new Map<number, string>()
for (let code = 0xc0; code <= 0x17f; code++) {
  PLAIN_FORMS.set(code, String.fromCharCode(code).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase())
}
PLAIN_FORMS.set(0xe6, 'ae').set(0xc6, 'ae').set(0x153, 'oe').set(0x152, 'oe')

/** Lower case without accents, as context words and gazetteers are written. */
export function plainWord(word: string): string {
  let index = 0
  while (index < word.length && word.charCodeAt(index) < 0x80) index++
  const ascii = word.toLowerCase()
  if (index === word.length) return ascii
  let plain = ascii.slice(0, index)
  for (; index < word.length; index++) {
    const code = word.charCodeAt(index)
    if (code >= 0x80) plain += PLAIN_FORMS.get(code) ?? word.charAt(index).toLowerCase()
    else plain += code >= 65 && code <= 90 ? String.fromCharCode(code + 32) : word.charAt(index)
  }
  return plain
}

const LETTER = /\p{L}/u

/** Whether a letter of any script stands at `index`; of those beyond the basic plane none is taken for one. */
export function isLetterAt(units: Uint16Array, index: number): boolean {
  if (index < 0) return false
  const unit = units[index] as number
  if (unit < 0x80) return (unit | 32) >= 97 && (unit | 32) <= 122
  return isLatinLetter(unit) || LETTER.test(String.fromCharCode(unit))
}
