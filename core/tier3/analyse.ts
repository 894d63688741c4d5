import { withoutSpans } from '../inspect/boilerplate.ts'
import type { ScoredSpan, Span } from '../inspect/rule.ts'
import type { Classification } from '../model/classification.ts'
import { mayHoldName, plausibleName, repeatedNames } from './names.ts'
import { findOrganizations } from './organizations.ts'
import { sentencesOf } from './sentences.ts'
import { findTopics } from './topics/find.ts'
import { SEMANTIC_FINDINGS_MAX, SEMANTIC_TEXT_MAX } from './types.ts'

/** Where a language model sees people in one sentence. */
export type FindPeople = (sentence: string) => readonly Span[]

/** Sentences of one text that a model is asked about: a list of thousands of names has shown itself by then. */
const ASKED_MAX = 300

export interface Analysis {
  /** Names that tier 2 has found. */
  readonly knownNames: readonly Span[]
  /** Asked only about sentences that may hold a name which rules do not find; without it, topics alone are looked for. */
  readonly findPeople: FindPeople | undefined
  /** What another model has found, and rules have confirmed: these count instead. */
  readonly names?: readonly ScoredSpan[]
  readonly isOverBudget: () => boolean
  /** Stretches that the person did not contribute: no topic is told from them. */
  readonly boilerplate?: readonly Span[]
}

/** The builtin provider's work on one text. */
export function analyse(
  whole: string,
  { knownNames, findPeople, names: found, isOverBudget, boilerplate = [] }: Analysis,
): readonly Classification[] {
  const text = whole.slice(0, SEMANTIC_TEXT_MAX)
  const topics = topicsIn(text, boilerplate)
  const names = found ?? (findPeople && namesIn(text, knownNames, findPeople, isOverBudget))
  if (names === undefined) return topics
  const people = [...knownNames, ...names]
  const organizations = findOrganizations(text).flatMap((found) => behindPeople(text, found, people))
  return [...toFindings('PERSON_NAME', names, text), ...toFindings('ORGANIZATION', organizations, text), ...topics]
    .slice(0, SEMANTIC_FINDINGS_MAX)
    .sort((a, b) => a.start - b.start || a.end - b.end)
}

function topicsIn(text: string, boilerplate: readonly Span[]): Classification[] {
  if (boilerplate.length === 0) return findTopics(text)
  const { rest, original } = withoutSpans(text, boilerplate)
  return findTopics(rest).map((topic) => {
    const start = original(topic.start)
    const end = original(topic.end - 1) + 1
    return { ...topic, start, end, value: text.slice(start, end) }
  })
}

function namesIn(
  text: string,
  knownNames: readonly Span[],
  findPeople: FindPeople,
  isOverBudget: () => boolean,
): ScoredSpan[] {
  const names: ScoredSpan[] = []
  let asked = 0
  for (const sentence of sentencesOf(text)) {
    if (asked === ASKED_MAX || isOverBudget()) break
    const known = knownNames.filter(({ start, end }) => start < sentence.end && sentence.start < end)
    if (!mayHoldName(text, sentence, known)) continue
    asked++
    for (const { start, end } of findPeople(text.slice(sentence.start, sentence.end))) {
      const name = plausibleName(text, { start: sentence.start + start, end: sentence.start + end })
      if (name !== undefined && !overlaps(known, name)) names.push(name)
    }
  }
  return [...names, ...repeatedNames(text, [...knownNames, ...names])]
}

/** "Anna Roe of Ferrolux SAS" is a person and an organisation: the latter begins behind the former. */
function behindPeople(text: string, found: ScoredSpan, people: readonly Span[]): ScoredSpan[] {
  const person = people.find(({ start, end }) => start < found.end && found.start < end)
  if (person === undefined) return [found]
  const rest = text.slice(person.end, found.end)
  const joint = /^,? (?:(?:of|and|et|de|du|&) )?(?=\p{Lu}\S* )/u.exec(rest)?.[0]
  return joint === undefined ? [] : [{ ...found, start: person.end + joint.length }]
}

function overlaps(spans: readonly Span[], { start, end }: Span): boolean {
  return spans.some((other) => other.start < end && start < other.end)
}

function toFindings(type: string, spans: readonly ScoredSpan[], text: string): Classification[] {
  return spans.map(({ start, end, score = 0.8 }) => ({ type, value: text.slice(start, end), score, start, end }))
}
