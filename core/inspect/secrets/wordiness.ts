/**
 * How rarely one letter follows another in English and French words and in identifiers, a to z by a to z: the negative binary
 * logarithm of its share, less one, from 0 (always) to 9 (hardly ever). Counted over the words of core/lexicon/common-words.json, by their frequency;
 * test/core/lexicon/generate-words.ts prints it.
 */
const COSTS = Uint8Array.from(
  `
  94339648485242649232556757 25772989259268279235289959 29492992393488188362399959 37750768179567389437357858
  36324557588342756123656478 29982299199388289354398959 28881843299463389236399959 17971999299666299463487949
  45343549997341257433849795 28661999487676167946197989 37760667187473469624466959 27741679297268279844469939
  24981789299737229948499969 39322527376675488821559968 55446558585331449233344769 29772984399279239143499969
  78886999899499888687098899 26541658295645269433458949 48392783295557337831386959 28681793199578379234497949
  44343649398332649222969688 28990999199989299688699989 17661793298583279437797869 38282994299557619761499559
  35352769398333329524695966 28770889298576399986495843
`
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((row) => [...row].map(Number)),
)
const LETTERS = 26

/** Above this mean cost letters are no word. */
export const STRANGE = 3.6

/** Mean cost of a step from letter to letter, 0 to 9: words lie below 3.5, random letters around 6. undefined below two letters in a row. */
export function strangeness(value: string): number | undefined {
  let sum = 0
  let steps = 0
  let previous = -1
  for (let i = 0; i < value.length; i++) {
    const code = (value.charCodeAt(i) | 0x20) - 0x61
    const letter = code >= 0 && code < 26 ? code : -1
    if (letter !== -1 && previous !== -1) {
      sum += COSTS[previous * LETTERS + letter] as number
      steps++
    }
    previous = letter
  }
  return steps === 0 ? undefined : sum / steps
}
