/**
 * How rarely one letter follows another in English and French words and in identifiers, a to z by a to z: the negative binary
 * logarithm of its share, less one, from 0 (always) to 9 (hardly ever). Counted over public-domain and freely licensed prompts.
 */
const COSTS = `
  84348648385242949232457757 25682889259178279246399969 29572992393499199352399959 27741757179566379337367959 36334557697342757223556466 29992379199399289364399959
  39891843299363379236399959 17871899299565289453497949 45343549997341255432849795 29971998476898157859197999 35751667197384469625496949 27651778197268269844468939
  14881899299637229848499969 38332527386774489721559969 55447548485331449243354768 29872983399278239243499969 79979999899599899789099999 26441658295645269433568949
  39482793295557337921386959 28681793199578379234497949 44442657387332749222959577 29880988199799389589699979 17661793299593279437897979 37362796298769617671479649
  34352569399333329423585965 26860889298576399779587943
`
  .split(/\s+/)
  .filter(Boolean)
  .map((row) => [...row].map(Number))

/** Mean cost of a step from letter to letter, 0 to 9: words lie below 3.5, random letters around 6. undefined below two letters in a row. */
export function strangeness(value: string): number | undefined {
  let sum = 0
  let steps = 0
  let previous = -1
  for (let i = 0; i < value.length; i++) {
    const code = (value.charCodeAt(i) | 0x20) - 0x61
    const letter = code >= 0 && code < 26 ? code : -1
    if (letter !== -1 && previous !== -1) {
      sum += COSTS[previous]?.[letter] ?? 0
      steps++
    }
    previous = letter
  }
  return steps === 0 ? undefined : sum / steps
}
