import { STRANGE, strangeness } from './wordiness.ts'

/** From this length on a value of one alphabet and many different characters is a key. */
const KEY_MIN = 16
const CHANGES_MIN = 5

const IN_KEY = 1
const KEY_DIGIT = 2
const KEY_LETTER = 4
/** A character of hexadecimal digits, perhaps with hyphens between. */
const HEX = 8
const KEY_CLASSES = new Uint8Array(128)
for (let code = 0; code < KEY_CLASSES.length; code++) {
  const character = String.fromCharCode(code)
  KEY_CLASSES[code] =
    (/[A-Za-z0-9+/=_.~!@#$%^&*:-]/.test(character) ? IN_KEY : 0) |
    (/[0-9]/.test(character) ? KEY_DIGIT : 0) |
    (/[A-Za-z]/.test(character) ? KEY_LETTER : 0) |
    (/[0-9a-fA-F-]/.test(character) ? HEX : 0)
}
/** By character in which value it was seen last, by a number for each: no set is made for a value. */
const seenIn = new Uint32Array(128)
let valueNumber = 0

/** Whether the value is long, has many different characters and does not consist of words. */
export function isKey(value: string): boolean {
  if (value.length < KEY_MIN) return false
  valueNumber = (valueNumber + 1) >>> 0
  let distinct = 0
  let changes = 0
  let any = 0
  let all = IN_KEY | HEX
  let last = 0
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i)
    const kind = code < 128 ? (KEY_CLASSES[code] as number) : 0
    if (kind === 0) return false
    all &= kind
    any |= kind
    if ((kind & KEY_DIGIT) !== 0 && (last & KEY_LETTER) !== 0) changes++
    last = kind
    if (seenIn[code] === valueNumber) continue
    seenIn[code] = valueNumber
    distinct++
  }
  if ((all & HEX) !== 0) return (any & KEY_DIGIT) !== 0 && (any & KEY_LETTER) !== 0 && distinct >= 6
  // Words keep their letters together; keys change between letters and digits all the time.
  return distinct >= 9 && (changes >= CHANGES_MIN || (strangeness(value) ?? 0) >= STRANGE)
}
