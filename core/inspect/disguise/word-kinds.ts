/** Digits of English and French, and letters and digits that stand for themselves. */
export const SPELLED = 1
/** Character codes have two or three digits. */
export const CODE_POINT = 2

/** What a word may be, by its first character and its length; longer ones are none of these. */
export const LENGTH_BITS = 3
export const LENGTH_MAX = (1 << LENGTH_BITS) - 1
export const WORDS = new Uint8Array(128 << LENGTH_BITS)
/** The kind if there is no word between two signs. */
export const NOTHING = 4
for (let code = 0; code < 128; code++) WORDS[code << LENGTH_BITS] = NOTHING
for (const character of '0123456789_abcdefghijklmnopqrstuvwxyz') allow(SPELLED, character, 1)
for (const word of 'zero oh one two three four five six seven eight nine un une deux trois quatre cinq sept huit neuf'.split(
  ' ',
))
  allow(SPELLED, word.charAt(0), word.length)
for (const digit of '0123456789') {
  allow(CODE_POINT, digit, 2)
  allow(CODE_POINT, digit, 3)
}
/** The separators between two words of each kind. */
export const BETWEEN = new Uint8Array(65_536)
for (const character of ' ,.-') BETWEEN[character.charCodeAt(0)] = SPELLED
for (const character of ' ,;') BETWEEN[character.charCodeAt(0)] = (BETWEEN[character.charCodeAt(0)] ?? 0) | CODE_POINT

function allow(kind: number, first: string, length: number): void {
  for (const code of [first.charCodeAt(0), first.toUpperCase().charCodeAt(0)]) {
    const index = (code << LENGTH_BITS) | length
    WORDS[index] = (WORDS[index] ?? 0) | kind
  }
}
