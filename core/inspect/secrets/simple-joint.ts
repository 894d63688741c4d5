/** The first characters of values before which ASSIGNMENT (assignment.ts) takes nothing more: no sign that assigns, and no call of bytes, str or new. */
const VALUE_STARTS = new Uint8Array(128)
for (let code = 0; code < 128; code++)
  if (/[A-Za-z0-9"'`]/.test(String.fromCharCode(code)) && !/[bBsSn]/.test(String.fromCharCode(code)))
    VALUE_STARTS[code] = 1
const LETTER = /[A-Za-z]/
/** Behind the colon a type may stand, and what assigns behind that. */
const TYPE_MAX = 28
const EQUALS = 0x3d
const COLON = 0x3a
const QUOTE = 0x22
const APOSTROPHE = 0x27
const BACKTICK = 0x60
const BLANK = 0x20

/**
 * Where ASSIGNMENT ends if it is one sign between a name, perhaps in quotes, and a value, a blank before and behind it or none: so
 * most names are given their values. -1 where more may stand there.
 */
export function endOfSimpleJoint(text: string, from: number): number {
  let i = from
  const quote = text.charCodeAt(i)
  if (quote === QUOTE || quote === APOSTROPHE || quote === BACKTICK) i++
  if (text.charCodeAt(i) === BLANK) i++
  const sign = text.charCodeAt(i)
  if (sign !== EQUALS && sign !== COLON) return -1
  i++
  if (text.charCodeAt(i) === BLANK) i++
  const code = text.charCodeAt(i)
  if (!(code < 128) || VALUE_STARTS[code] === 0) return -1
  if (sign === COLON && LETTER.test(text.charAt(i)))
    for (let n = i + 1; n < i + TYPE_MAX; n++) if (text.charCodeAt(n) === EQUALS) return -1
  return i
}
