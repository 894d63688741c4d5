/** Words that are frequent in one of the languages and rare in the other. */
const STOP_WORDS: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  [
    'en',
    new Set('the and is are was of to in that it for with this you not have from by what how please my'.split(' ')),
  ],
  [
    'fr',
    new Set('le la les des est et un une dans que qui pour avec ce vous pas sur mon ma par je nous au'.split(' ')),
  ],
]
/** As much as it takes to be sure. */
const SAMPLE_LENGTH = 4000
/** One such word proves nothing. */
const HITS_MIN = 2

/** @returns `en`, `fr`, or `und` (ISO 639-2, undetermined) if the text does not show which */
export function guessLanguage(text: string): string {
  const words =
    text
      .slice(0, SAMPLE_LENGTH)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  const hits = STOP_WORDS.map(([language, known]) => ({
    language,
    count: words.filter((word) => known.has(word)).length,
  })).sort((a, b) => b.count - a.count)
  const [best, second] = hits
  if (best === undefined || best.count < HITS_MIN || best.count === second?.count) return 'und'
  return best.language
}
