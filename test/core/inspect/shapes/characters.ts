import { type Shape, shape } from './shape.ts'

/** What looks the same, or is not seen at all, and what people do to letters by hand. */
export const CHARACTERS: readonly Shape[] = [
  code('tags of Unicode', (text) => points(text, (point) => 0xe0000 + point)),
  code('full width', (text) => points(text, (point) => 0xfee0 + point)),
  code('mathematical letters', (text) =>
    text.replace(/[0-9A-Za-z]/g, (character) => {
      const point = character.charCodeAt(0)
      const first = point < 58 ? 0x1d7ce - 48 : point < 91 ? 0x1d400 - 65 : 0x1d41a - 97
      return String.fromCodePoint(first + point)
    }),
  ),
  code('circled digits', (text) =>
    text.replace(/[0-9]/g, (digit) => String.fromCodePoint(digit === '0' ? 0x24ea : 0x2460 + Number(digit) - 1)),
  ),
  code('digits in superscript', (text) => text.replace(/[0-9]/g, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)] ?? '')),
  code('Arabic digits', (text) => text.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))),
  code('keycaps', (text) => text.replace(/[0-9]/g, '$&\ufe0f\u20e3')),
  between('zero-width spaces', '\u200b'),
  between('zero-width joiners', '\u200d'),
  between('word joiners', '\u2060'),
  between('soft hyphens', '\u00ad'),
  between('byte order marks', '\ufeff'),
  between('combining marks', '\u0336'),
  between('blanks', ' '),
  between('blanks that do not break', '\u00a0'),
  between('thin blanks', '\u2009'),
  between('points', '.'),
  between('middle points', '·'),
  between('underscores', '_'),
  between('dashes', '–'),
  between('bars', '|'),
  between('pictures', '🙂'),
  code('letters of Cyrillic', (text) =>
    text.replace(/[AEOPCXMaeopcx]/g, (letter) => CYRILLIC['AEOPCXMaeopcx'.indexOf(letter)] ?? ''),
  ),
  code('turned around by an override', (text) => `\u202e${[...text].reverse().join('')}\u202c`),
  code('variation selectors', (text) => `x${points(text, (point) => 0xe0100 + point - 16)}`),
  code('bold in the middle', (text) => `${text.slice(0, 9)}**${text.slice(9, 15)}**${text.slice(15)}`),
  code('a comment in the middle', (text) => `${text.slice(0, 9)}<!-- -->${text.slice(9)}`),
]

const CYRILLIC = 'АЕОРСХМаеорсх'

function code(name: string, write: (text: string) => string): Shape {
  return shape(name, ({ compact }) => write(compact))
}

function between(name: string, joint: string): Shape {
  return shape(`${name} between all characters`, ({ compact }) => [...compact].join(joint))
}

function points(text: string, of: (point: number) => number): string {
  return [...text].map((character) => String.fromCodePoint(of(character.codePointAt(0) ?? 0))).join('')
}
