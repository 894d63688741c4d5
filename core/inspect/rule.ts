import type { Neighbours } from './neighbours.ts'
import type { Numbers } from './numbers.ts'
import type { Walk } from './walk.ts'

/**
 * Confidence of a finding, by what speaks for it. A score says how often such a finding is right, so that nine in ten of
 * those at 0.9 are; what would fall below REPORTED_MIN is not reported.
 */
export interface Scores {
  /** The score if nothing around the finding says what it is; 0 for rules that need context. */
  readonly plain: number
  /** The score if a word nearby says what it is. */
  readonly context: number
  /** The score if a word nearby says that it is something else; 0 if not given. */
  readonly contrary?: number
}

export const REPORTED_MIN = 0.4

/** Words that speak for or against a finding, in lower case without accents, compared as whole words. */
export interface ContextWords {
  readonly for: readonly string[]
  readonly against: readonly string[]
}

interface RuleBase {
  /** Unique and stable, in kebab case. */
  readonly id: string
  /** The classification type: EMAIL, PHONE, ... */
  readonly type: string
  /** 1: a checksum or a strict form carries the finding. 2: the rest. */
  readonly tier: 1 | 2
  /** One sentence for docs/detectors.md. */
  readonly description: string
  readonly scores: Scores
  readonly words?: ContextWords
  /** True if a checksum or a registry confirms every match. Such findings win over others that they overlap. */
  readonly validated?: boolean
  readonly examples: Examples
}

/** Texts that tests run: in `match` the expected values stand between [[ and ]]; in `reject` the rule finds nothing. */
export interface Examples {
  readonly match: readonly string[]
  readonly reject: readonly string[]
}

/** Digits in groups, found by the layout of the groups. */
export interface NumberRule extends RuleBase {
  readonly kind: 'number'
  /**
   * Layouts such as '4 4 4 4', '16', '(3) 3-4': lengths of groups and exactly what stands between them.
   * '+' or '(' before the first length stands before the number.
   */
  readonly layouts: readonly string[]
  /** The numbers of digits that are accepted in any grouping, if one separator joins all groups and nothing else is joined to them. */
  readonly totals?: readonly number[]
  /** Two groups are enough for these; those of other rules are two numbers side by side, unless a word says what they are. */
  readonly pairs?: true
  /** `digits` without separators; holds A or B (upper case) only for rules that take Corsican numbers. */
  readonly validate: (digits: string) => boolean
  /** The last digit is Luhn's check digit, which is computed once for all rules, before `validate` is asked. */
  readonly luhn?: true
  /** How many of the numbers with such a layout that begin alike pass what `validate` asks: 0.1 with one check digit. 1 if not given. */
  readonly chance?: number
  readonly corsican?: true
  /** The form is clear enough to be found directly beside letters: "le06.12.34.56.78". */
  readonly amongLetters?: true
  /** Where the finding really ends, when it may go on after its last group: the extension of a phone number. */
  readonly extend?: (text: string, end: number) => number
}

/** A literal word and a pattern around it. */
export interface PatternRule extends RuleBase {
  readonly kind: 'pattern'
  /** In lower case, compared without case and accents: one of them stands in every match. The pattern runs only around these. */
  readonly keywords: readonly string[]
  /** Literals of which one opens every match, in its own case: spares the pattern most words that hold a keyword by chance. */
  readonly opens?: readonly string[]
  /** What stands beside a keyword that may be a match's, where not everything may. */
  readonly beside?: readonly Neighbours[]
  /** Behind every literal of `opens` this number of these characters stands, written as in a class: "0-9A-Z". */
  readonly run?: readonly [characters: string, count: number]
  /** A match begins with a word of at least this number of letters and digits: such words wake the rule, and its keywords do not. */
  readonly word?: number
  /** How many digits `validate` demands at least, where that is more than the pattern itself says. */
  readonly digits?: number
  /** How many other characters, none of them a letter, stand between one of these digits and the next at most. */
  readonly gap?: number
  /** What leads from the keyword to the first digit: where that follows none of the keywords the pattern is not tried, which costs more. */
  readonly leads?: RegExp
  /**
   * At no place does the pattern take more than a few hundred steps, as what may follow never leaves a choice that later turns out
   * wrong: RegExp runs it, which costs a small part of a call of RE2.
   */
  readonly isBounded?: true
  /** Where a stretch of the text does not hold `mark`, this pattern finds the same, and isBounded. */
  readonly without?: { readonly mark: string; readonly pattern: string }
  /** RE2 syntax. A group named `value`, where there is one, is the finding; else the whole match is. */
  readonly pattern: string
  /** How far a match reaches at most, in UTF-16 units, before the keyword's start and after its end. */
  readonly reach: readonly [before: number, after: number]
  /** How much of a match is the finding, where the pattern cannot tell; 0 rejects it. */
  readonly trim?: (value: string) => number
  readonly validate?: (value: string, match: MatchContext) => boolean
}

/** What a validator may look at beyond the value itself. */
export interface MatchContext {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** A rule for values that no layout or pattern describes. Its own code reads them, beginning at a group of digits. */
export interface ReaderRule extends RuleBase {
  readonly kind: 'reader'
  /** What stands beside a group that may be a finding's: one of these wakes the rule. */
  readonly beside: readonly Neighbours[]
  /** Whether the finding at `start`, where nothing names it, is weighed against the numbers around it, since others are written like it. */
  readonly isDoubtful?: (text: string, start: number) => boolean
  /** As for numbers. */
  readonly chance?: number
  /** The finding that starts at, or just before, group `index`; undefined where there is none. Bounded work per call. */
  readonly read: (text: string, numbers: Numbers, index: number) => ScoredSpan | undefined
}

/** A rule whose own code reads what stands behind or around a literal word, because a pattern would be too long. */
export interface KeywordRule extends RuleBase {
  readonly kind: 'keyword'
  /** As for patterns. */
  readonly keywords: readonly string[]
  /** What stands beside a keyword that may lead to a finding, where not everything may. */
  readonly beside?: readonly Neighbours[]
  /** How many digits each finding holds at least, and how far behind the keyword's end the last of these stands at most. */
  readonly digitsBehind?: readonly [count: number, reach: number]
  /** The findings of the keyword at `start` to `end`, most often none. Bounded work per call. */
  /** `units` are those of the text, a zero and then arbitrary values behind them: a loop over them is far faster than one over the text. */
  readonly read: (text: string, start: number, end: number, units: Uint16Array) => readonly ScoredSpan[]
}

/** A rule for values in short groups of letters and digits, with one sign between all of them. */
export interface SignRule extends RuleBase {
  readonly kind: 'sign'
  /** What may stand between the groups. */
  readonly signs: readonly string[]
  /** The characters of a group behind which the same sign stands again: at least, and at most. */
  readonly group: readonly [min: number, max: number]
  /** The findings whose groups the sign at `start` to `end` stands between, most often none. Bounded work per call. */
  readonly read: (text: string, start: number, end: number) => readonly ScoredSpan[]
}

/** A rule for values that can only be found by looking at the whole text. */
export interface SweepRule extends RuleBase {
  readonly kind: 'sweep'
  /** As for patterns: the rule is told where they begin. */
  readonly keywords: readonly string[]
  /** Work in proportion to the text, at places that its walk has noted and where `keywords` begin. */
  readonly sweep: (text: string, walk: Walk, hints: readonly number[]) => readonly ScoredSpan[]
}

export interface ScoredSpan extends Span {
  /** Replaces the scores of the rule, if some of its findings are more certain than others. */
  readonly score?: number
}

export interface Span {
  readonly start: number
  readonly end: number
}

export type Rule = NumberRule | PatternRule | ReaderRule | KeywordRule | SignRule | SweepRule

/** Something found in a view of the text, before overlaps are resolved. */
export interface Candidate {
  readonly type: string
  readonly ruleId: string
  readonly score: number
  readonly validated: boolean
  readonly start: number
  readonly end: number
  /** A number that no word names, judged by what stands around it. */
  readonly isUnnamed?: true
  /** It is not written so in the original text. */
  readonly isDisguised?: boolean
}
