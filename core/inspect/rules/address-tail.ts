import { COUNTRIES } from '../data/countries.ts'

/** What the parts of an address stand apart by: a comma, a line break, blanks. */
const JOINT = '(?:[ \\t]{0,2},[ \\t]{0,2}(?:\\r?\\n[ \\t>]{0,8})?|[ \\t]?\\r?\\n[ \\t>]{0,8}(?:, ?)?| {1,2}| - )'
const UNIT =
  '(?:[Aa]partment|[Aa]pt|[Ss]uite|Ste|[Uu]nit|[Ff]lat|[Ff]loor|Fl|Box|[Aa]ppartement|[Aa]ppt?|[Bb][âa]timent|[Bb][âa]t|[Éé]tage|[Ee]scalier|[Ee]sc|[Pp]orte|Résidence)\\b\\.?,? ?#?[0-9A-Za-z-]{1,6}(?![\\p{L}\\p{N}])'
const WORD = "(?:\\p{Lu}[\\p{L}'’.-]*|∆\\p{Lu}+)"
/** What a number follows and is no town. */
const NO_TOWN =
  '(?!(?:Tel|Tél|Phone|Fax|Mobile|Mob|Cell|Order|Invoice|Ref|Account|Card|Client|Customer|Patient|Date|Code|ID|No|Nr|Ext|Dr|Mr|Mrs|Ms|M|Mme)\\b)'
const PARTICLE = '(?:(?:de|del|della|di|da|la|le|les|los|las|du|des|sur|sous|en|am|an|der|upon|on|St|El) )'
const TOWN = `${NO_TOWN}${WORD}(?:[ -]${PARTICLE}?${WORD}){0,3}(?: (?:[0-9]{1,2}(?=,)))?`
const REGION = `${NO_TOWN}(?:[A-Z]{2,3}|\\p{Lu}\\p{Ll}+(?: \\p{Lu}\\p{Ll}+)?)(?![\\p{L}])`
const POSTCODE =
  '(?:[A-Z]{1,2}[0-9][0-9A-Z]? ?[0-9][A-Z]{2}|[A-Z][0-9][A-Z] ?[0-9][A-Z][0-9]|[0-9]{4} [A-Z]{2}(?=[ ,])|[A-Z][0-9][0-9W] [0-9A-Z]{4}|[0-9]{2}-[0-9]{3}|[0-9]{3}-[0-9]{4}|[0-9]{5}-[0-9]{3,4}|(?:[A-Z]{1,2}-)?[0-9]{4,6})(?![\\p{L}\\p{N}]|[.,/-][0-9])'
const COUNTRY = `(?:${COUNTRIES.map((name) => RegExp.escape(name)).join('|')}|${COUNTRIES.filter(
  (name) => name.length > 3,
)
  .map((name) => RegExp.escape(name.toUpperCase()))
  .join('|')})(?![\\p{L}\\p{N}])`

const UNITS = new RegExp(`(?:${JOINT}${UNIT}){1,2}`, 'yu')
const TAIL = new RegExp(
  [
    // 10115 Berlin, Germany
    `${JOINT}${POSTCODE}${JOINT}${TOWN}(?:${JOINT}${COUNTRY})?`,
    // Melbourne VIC 3000, Australia; Toronto, ON M5S 1M2; Gabon 66298
    `${JOINT}(?:${TOWN}${JOINT})?(?:${REGION}${JOINT})?${POSTCODE}(?:${JOINT}${COUNTRY})?`,
    // Dublin 6, Ireland; Warwick, United States
    `(?:${JOINT}${TOWN})?(?:${JOINT}${REGION})?${JOINT}${COUNTRY}(?: ${POSTCODE})?`,
  ].join('|'),
  'yu',
)

/** Where an address whose street ends at `end` really ends: behind flats, a town with its postcode, and a country. */
export function addressEnd(text: string, end: number): number {
  let to = matchedEnd(UNITS, text, end)
  to = matchedEnd(TAIL, text, to)
  // The point ends the sentence, and no town.
  while (to > end && ".'’-".includes(text.charAt(to - 1))) to--
  return to
}

/** What one pattern may go over; its parts are bounded. */
function matchedEnd(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  const match = pattern.exec(text)
  return match === null ? from : from + match[0].length
}
