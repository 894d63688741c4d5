import type { Classification } from '../../model/classification.ts'
import { SEMANTIC_SCORE_MAX, TOPIC_TYPES, type TopicType } from '../types.ts'
import { findPhrases, type Hit } from './phrases.ts'
import { type Evidence, findStructure } from './structure.ts'

/** Words that belong together: about a page's worth. */
const WINDOW_WORDS = 150
/** A phrase that comes again adds this much of its weight, once. */
const REPEATED = 0.25
/** Weak words, however many, are worth this together: every longer text has some. */
const WEAK_MAX = 2
/** How fast evidence becomes certainty: 5 makes 0.63, 8 makes 0.80, 12 makes 0.91. */
const SCALE = 5
/** Less is chance: a word or two of a topic stand in any text. */
const EVIDENCE_MIN = 5
/** How many different phrases, or shapes of some weight, there have to be. */
const DIFFERENT_MIN = 2
const SHAPE_MIN = 3
/** What a person is shown of it. */
const SPAN_MAX = 400
/** Questions about a subject in general are about nobody's matter. */
const GENERAL_QUESTION =
  /^\W*(?:what (?:is|are|does|do)|what['’]s|explain|define|how (?:do|does|can|should|to)|why|can you explain|give me (?:a )?(?:tips|advice|definition|an example)|tips (?:for|on)|c['’]est quoi|qu['’]est[- ]ce|quels? (?:est|sont)|quelles? (?:est|sont)|explique|d[ée]finis|comment (?:faire|on|fonctionne|calculer|r[ée]diger|[ée]crire)|pourquoi|donne[- ]moi (?:des conseils|un exemple|la d[ée]finition)|write (?:a|an|me a) (?:story|poem|essay)|[ée]cris (?:une histoire|un po[èe]me))/i
const GENERAL_QUESTION_WORDS = 60
const GENERAL_QUESTION_FACTOR = 0.5

interface Window {
  readonly sum: number
  readonly phrases: number
  readonly start: number
  readonly end: number
}

/** What a text is about: for each topic the sum of its evidence on one page, where that is most. Every score can be told from the lexicon. */
export function findTopics(text: string): Classification[] {
  const { hits, words } = findPhrases(text)
  const structure = findStructure(text)
  const isGeneral = words <= GENERAL_QUESTION_WORDS && GENERAL_QUESTION.test(text.slice(0, 200))
  const found: Classification[] = []
  for (const topic of TOPIC_TYPES) {
    const window = bestWindow(hits.filter((hit) => hit.topic === topic))
    const shapes = structure.filter((evidence) => evidence.topic === topic)
    const shape = shapes.reduce((sum, { weight }) => sum + weight, 0)
    const different = window.phrases + shapes.filter(({ weight }) => weight >= SHAPE_MIN).length
    if (different < DIFFERENT_MIN && shape < EVIDENCE_MIN) continue
    // Shape speaks for itself, a general question or not; words alone may be about the words.
    const sum = isGeneral && shape < EVIDENCE_MIN ? (window.sum + shape) * GENERAL_QUESTION_FACTOR : window.sum + shape
    if (sum < EVIDENCE_MIN) continue
    const { start, end } = placeOf(topic, window, shapes)
    const score = Math.min(SEMANTIC_SCORE_MAX, Math.round((1 - Math.exp(-sum / SCALE)) * 100) / 100)
    found.push({ type: topic, value: text.slice(start, end), score, start, end })
  }
  return found
}

/** The strongest shape if there is one that speaks for itself, else the page where the words stand closest. */
function placeOf(topic: TopicType, window: Window, shapes: readonly Evidence[]): { start: number; end: number } {
  const strongest = shapes.toSorted((a, b) => b.weight - a.weight)[0]
  const isShape = strongest !== undefined && (strongest.weight >= EVIDENCE_MIN || topic === 'TOPIC_SOURCE_CODE')
  const { start, end } = isShape || window.phrases === 0 ? (strongest ?? window) : window
  return { start, end: Math.min(end, start + SPAN_MAX) }
}

/** The stretch of WINDOW_WORDS words with the most evidence; each phrase counts once, and a little when it comes again. */
function bestWindow(hits: readonly Hit[]): Window {
  const counts = new Map<string, number>()
  let best: Window = { sum: 0, phrases: 0, start: 0, end: 0 }
  let sum = 0
  let weak = 0
  let phrases = 0
  let from = 0
  const gain = (count: number, weight: number) => (count === 0 ? weight : count === 1 ? weight * REPEATED : 0)
  for (const hit of hits) {
    const count = counts.get(hit.phrase) ?? 0
    counts.set(hit.phrase, count + 1)
    if (hit.weight === 1) weak += gain(count, hit.weight)
    else sum += gain(count, hit.weight)
    if (count === 0 && hit.weight > 0) phrases++
    for (let first = hits[from]; first !== undefined && hit.word - first.word > WINDOW_WORDS; first = hits[++from]) {
      const left = (counts.get(first.phrase) ?? 1) - 1
      counts.set(first.phrase, left)
      if (first.weight === 1) weak -= gain(left, first.weight)
      else sum -= gain(left, first.weight)
      if (left === 0 && first.weight > 0) phrases--
    }
    const total = sum + Math.min(weak, WEAK_MAX)
    if (total > best.sum) best = { sum: total, phrases, start: hits[from]?.start ?? hit.start, end: hit.end }
  }
  return best
}
