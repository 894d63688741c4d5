/** The length of the longest exercise, in UTF-16 units. */
const LENGTH_MAX = 1200
/** The last sentence asks for a quantity; a remark in brackets may follow. */
const QUESTION =
  /(?:\bhow |\bwhat(?:['’]s| is| are| was| will| would| percent| fraction| number)|\bcalculate |\bfind |\bcombien |\bquel(?:le)?s? )[^?!\n]{0,240}[?.]\s*(?:\([^)]{0,80}\)\s*)?$/i
const NUMBERS_MIN = 2
const NUMBER =
  /[0-9]+|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|fifty|hundred|half|twice|double|times|deux|trois|quatre|cinq|dix|vingt|cent|moitié|fois)\b/gi
/** Words of texts about real people. */
const PERSONAL = /@|\bdear\b|\bbonjour\b|\bcordialement\b|\bregards\b|https?:/i

/**
 * Whether a text is an exercise in arithmetic ("Mr. Smith has two farms ... how many acres?"): the people in those who have but one
 * name are invented.
 */
export function isWordProblem(text: string): boolean {
  if (text.length > LENGTH_MAX || !QUESTION.test(text.slice(-320)) || PERSONAL.test(text)) return false
  return (text.match(NUMBER)?.length ?? 0) >= NUMBERS_MIN
}
