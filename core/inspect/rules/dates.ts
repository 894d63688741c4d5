const MONTHS = [
  'janvier|février|fevrier|mars|avril|mai|juin|juillet|août|aout|septembre|octobre|novembre|décembre|decembre',
  'janv\\.?|févr?\\.?|fev\\.?|avr\\.?|juil\\.?|sept?\\.?|oct\\.?|nov\\.?|déc\\.?|dec\\.?',
  'january|february|march|april|may|june|july|august|september|october|november|december',
  'jan\\.?|feb\\.?|mar\\.?|apr\\.?|jun\\.?|jul\\.?|aug\\.?',
].join('|')
/** German, Spanish, Italian and Portuguese, where they differ from those above. */
const OTHER_MONTHS = [
  'januar|jänner|februar|märz|mai|juni|juli|oktober|dezember|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre',
  'gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro',
].join('|')
const DAY = '(?:0?[1-9]|[12][0-9]|3[01])'
const MONTH_NUMBER = '(?:0?[1-9]|1[0-2])'
const YEAR = '(?:19|20)[0-9]{2}'
/** Between numbers: a point, hyphen, slash or bar, perhaps with blanks around it, or a blank alone. */
const JOINT = '(?: ?[/.|-] ?| )'

/** Full dates, in digits or with the month's name, in the orders of English and French. */
const FULL_DATES = [
  `[0-9]{1,2}${JOINT}[0-9]{1,2}${JOINT}(?:19|20)?[0-9]{2}`,
  `${YEAR} ?[/.-] ?${MONTH_NUMBER} ?[/.-] ?${DAY}`,
  `${DAY}(?:er|st|nd|rd|th)?,?[ -](?:of )?(?:${MONTHS}),?[ -](?:${YEAR}|[0-9]{2}(?![0-9]))`,
  `${DAY}\\.? (?:de )?(?:${MONTHS}|${OTHER_MONTHS}) (?:de )?${YEAR}`,
  `(?:${MONTHS}) ${DAY}(?:st|nd|rd|th)?,? ${YEAR}`,
  `\\p{L}{2,8}(?:[ -]\\p{L}{2,6})? (?:${MONTHS}) (?:mille neuf[ -]cent|deux mille)(?:[ -](?:et|\\p{L}{2,8})){0,3}`,
]

/** Dates of which people write less, where words say what they are: a month and a year, a year, eight digits. */
const PARTIAL_DATES = [`(?:${MONTHS}) ${YEAR}`, `${YEAR}${MONTH_NUMBER}[0-3][0-9]`, YEAR]

/** Sources of regular expressions, with the flags "iu". A date that goes on in digits is none. */
export const FULL_DATE = `(?:${FULL_DATES.join('|')})(?![0-9]|[/.-][0-9])`
export const ANY_DATE = `(?:${[...FULL_DATES, ...PARTIAL_DATES].join('|')})(?![0-9]|[/.-][0-9])`
