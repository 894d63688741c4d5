/** Ends a run of pieces. */
export const BREAK = 1
/** May separate the pieces of a value that is cut up. */
export const SEPARATOR = 2
/** Any other sign, which only ends a word. */
const PLAIN = 4
/** The sign may begin markup. */
export const MARK = 8
export const QUOTE = 16
/** The sign begins an escape, or is the at sign. */
export const OPENER = 32
export const LINE_BREAK = 64
/** The sign may begin the argument of a call. */
export const BRACKET = 128

/** What the characters of ASCII do that are no letters and digits; 0 for those, and beyond ASCII. */
export const SIGNS = new Uint8Array(65_536)
for (let code = 0; code <= 0x20; code++) SIGNS[code] = BREAK
for (let code = 0x21; code < 0x7f; code++) if (!/[0-9A-Za-z]/.test(String.fromCharCode(code))) SIGNS[code] = PLAIN
assign(BREAK, `"'=<>()[]{}\`\\`)
// The slash, the hyphen and the plus separate pieces, though they are signs of base64 as well.
assign(SEPARATOR, ' \t,.:;|*/-+')
add(MARK, '<*_~`')
add(QUOTE, `"'\``)
add(OPENER, '%\\&=@')
add(LINE_BREAK, '\n')
add(BRACKET, '(')

function assign(kind: number, characters: string): void {
  for (const character of characters) SIGNS[character.charCodeAt(0)] = kind
}

function add(kind: number, characters: string): void {
  for (const character of characters) {
    const code = character.charCodeAt(0)
    SIGNS[code] = (SIGNS[code] ?? 0) | kind
  }
}

/** Letters, digits and the signs of base64 and base64url. */
export const CODE_CHARACTERS = new Uint8Array(65_536)
for (let code = 0; code < 128; code++) CODE_CHARACTERS[code] = /[0-9A-Za-z/+_-]/.test(String.fromCharCode(code)) ? 1 : 0
