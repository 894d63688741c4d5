import { plainWord } from '../inspect/characters.ts'
import { isListedCommonWord, isListedGivenName } from '../inspect/names/lexicon.ts'
import { NOT_NAMES } from '../inspect/names/words.ts'
import type { ScoredSpan } from '../inspect/rule.ts'

/** One capitalised word, with what may stand inside: "O'Neil", "Saint-Gobain", "B2B", "L'Oréal". Bounded, as these patterns go back. */
const WORD = String.raw`\p{Lu}[\p{L}\p{N}]{0,30}(?:['’&.-]\p{L}[\p{L}\p{N}]{0,30}){0,3}`
/** Several, and the small words between them: "Banque de France", "Durand et Fils". */
const NAME = `${WORD}(?:,? (?:(?:&|and|et|of|de|du|des|la|le|für|und) )?${WORD}){0,4}`
// With a `?` behind it is as short as it can be: "Brunet SARL and Norvane Inc" are two.
const EDGE = String.raw`(?<![\p{L}\p{N}_@/.&'’-])`
const END = String.raw`(?![\p{L}\p{N}_@/]|\.\p{L})`

/** Legal forms behind a name. Those that are words of their own are asked for in full. */
const BEHIND = String.raw`Inc|Incorporated|Ltd|Limited|LLC|LLP|PLC|Plc|Corp|Corporation|GmbH|AG|BV|B\.V|NV|N\.V|SpA|S\.p\.A|Oy|ApS|SA|S\.A|SAS|S\.A\.S|SASU|SARL|S\.A\.R\.L|EURL|SCI|SNC|SCP|Pty Ltd|Group|Holdings?|Industries|Partners|Associates|Technologies|Consulting|Pharma|Pharmaceuticals|Logistics|Insurance|Assurances|Bank|Foundation|Orchestra|University|Hospital|College`
/** Before one. */
const BEFORE = `SARL|SASU?|EURL|SCI|SNC|SCP|Groupe|Cabinet|Clinique|Laboratoires?|Banque|Mutuelle|Fondation|Hôpital|CHU|Lycée|Université|Universität|Établissements|Ets|Imprimerie|Garage|Boulangerie|Étude|Bank of|University of|Hospital of`
/** Words that introduce one that nothing else marks. */
const CUES = `(?:our|the|a|an|my|this|new|key) (?:client|customer|supplier|vendor|competitor|company|subsidiary|contractor|startup|firm)(?: called| named|,)?|works? (?:at|for)|working (?:at|for)|worked (?:at|for)|employed (?:at|by)|employees? (?:at|of)|acqui(?:re|ring|sition of)|merger with|(?:contract|agreement|deal|invoice|dispute) with|(?:notre|nos|le|la|un|une|mon|ce|du|au) (?:client|cliente|fournisseur|prestataire|concurrent|société|entreprise|filiale|sous-traitant|partenaire)(?: nommée?| appelée?| dénommée?|,)?|(?:la|une|cette) (?:société|entreprise|filiale)|l['’]entreprise|travaille(?:nt|r)? (?:chez|pour)|salariés? (?:de|chez)|employés? (?:de|chez)|embauchée? (?:par|chez)|rachat de|acquisition de|fusion avec|(?:contrat|accord|litige|facture) (?:avec|de)`

const RULES: readonly { readonly pattern: RegExp; readonly score: number }[] = [
  { pattern: new RegExp(`${EDGE}(?<name>${NAME}?,? (?:${BEHIND})\\.?)${END}`, 'gu'), score: 0.85 },
  {
    pattern: new RegExp(`${EDGE}(?<name>(?:${BEFORE}) (?:(?:de|du|des|la|le|l['’]|d['’]) ?)*${NAME})${END}`, 'gu'),
    score: 0.8,
  },
  {
    pattern: new RegExp(
      `${EDGE}(?i:${CUES}) ["'«“]? ?(?<name>${WORD}(?: (?:&|and|et) ${WORD}| ${WORD}){0,2})${END}`,
      'gu',
    ),
    score: 0.65,
  },
]
const FOUND_MAX = 200

/** Organisations by their legal form, by what kind they call themselves, or by words that introduce one. World-famous ones say nothing. */
export function findOrganizations(text: string): ScoredSpan[] {
  const found: ScoredSpan[] = []
  for (const { pattern, score } of RULES) {
    for (const match of text.matchAll(pattern)) {
      if (found.length === FOUND_MAX) return found
      const whole = match.groups?.name ?? ''
      // The point of a sentence is not the name's, that of an abbreviation is.
      const name = /(?:Inc|Ltd|Corp|\.\p{Lu})\.$/u.test(whole) ? whole : whole.replace(/\.$/, '')
      const end = match.index + match[0].length - (whole.length - name.length)
      const span = { start: end - name.length, end, score }
      if (isOwnName(name, score) && !found.some((other) => other.start < span.end && span.start < other.end))
        found.push(span)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

/** At least one of its words is a name: "Our Group" and "The University" are none. */
function isOwnName(name: string, score: number): boolean {
  const words = name.match(/[\p{L}\p{N}]+(?:['’.-]\p{L}+)*/gu) ?? []
  const marks = new RegExp(`^(?:${BEHIND}|${BEFORE})$`, 'u')
  const own = words.filter((word) => /^\p{Lu}/u.test(word) && !marks.test(word) && !isOrdinary(plainWord(word)))
  if (own.length === 0) return false
  // Behind a cue alone a given name is a person.
  return score > 0.65 || !isListedGivenName(plainWord(words[0] ?? ''))
}

function isOrdinary(word: string): boolean {
  return isListedCommonWord(word) || NOT_NAMES.has(word) || word.length < 2
}
