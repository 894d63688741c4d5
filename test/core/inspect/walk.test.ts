import test from 'ava'
import fc from 'fast-check'
import { isLatinLetter, plainWord } from '../../../core/inspect/characters.ts'
import { MARK, SIGNS } from '../../../core/inspect/disguise/signs.ts'
import { findSuspects } from '../../../core/inspect/disguise/suspects.ts'
import { RuleEngine } from '../../../core/inspect/engine.ts'
import { KeywordIndex } from '../../../core/inspect/keywords.ts'
import { findNames } from '../../../core/inspect/names/find.ts'
import { findLoneNames } from '../../../core/inspect/names/lone.ts'
import { LETTERS, LOWER } from '../../../core/inspect/names/tokens.ts'
import { findNumbers } from '../../../core/inspect/numbers.ts'
import type { Rule } from '../../../core/inspect/rule.ts'
import { RULES } from '../../../core/inspect/rules/all.ts'
import { NO_TRIGGERS, Walk } from '../../../core/inspect/walk.ts'
import { hostileTexts } from './hostile-texts.ts'

/**
 * What the walk over a text leaves out must change nothing: each part that starts from the places it notes is held against the same part
 * started everywhere, over texts of values, labels and disguises, and over every rule's examples.
 */
const examples = RULES.flatMap(({ examples: { match, reject } }) => [...match, ...reject])
const texts = fc.oneof(
  hostileTexts,
  fc
    .array(fc.oneof(fc.constantFrom(...examples), fc.string({ unit: 'binary', maxLength: 4 })), { maxLength: 8 })
    .map((pieces) => pieces.join(' ')),
)
const RUNS = { numRuns: 300 }
const never = () => false

function walked(text: string, triggers = NO_TRIGGERS): Walk {
  const walk = new Walk()
  walk.read(text)
  walk.note(triggers)
  return walk
}

/** As if words ended behind every unit, each word had a capital and were in the lists, and each sign and stretch could be anything's. */
function withAllPlaces(text: string): Walk {
  const walk = walked(text)
  walk.places = Int32Array.from({ length: text.length + 1 }, (_, index) => index)
  walk.placeCount = text.length + 1
  return awake(walk, text)
}

function awake(walk: Walk, text: string): Walk {
  const signs = [...text.split('').keys()].filter((index) => SIGNS[text.charCodeAt(index)] !== 0)
  const words = [...text.split('').keys()].filter((index) => (LETTERS[text.charCodeAt(index)] as number) > LOWER)
  walk.marks = Int32Array.from(signs.filter((index) => (SIGNS[text.charCodeAt(index)] as number) >= MARK))
  walk.markCount = walk.marks.length
  walk.capitals = Int32Array.from(words)
  walk.capitalCount = words.length
  walk.stretches = [0, text.length]
  walk.spelled = [...walk.places.subarray(0, walk.placeCount).keys()]
  walk.apart = walk.spelled
  return walk
}

/** As if each word of three letters or more could be a given name. */
function withAllGivens(text: string): Walk {
  const walk = walked(text)
  const isLong = (start: number) => [0, 1, 2].every((index) => isLatinLetter(text.charCodeAt(start + index)))
  const isJoined = (start: number) => start > 0 && '_/\\.#$&=-'.includes(text.charAt(start - 1))
  const places = [...walk.places.subarray(0, walk.placeCount)]
  const starts = [0, ...places.map((place) => place + 1)].filter((start) => isLong(start) && !isJoined(start))
  walk.givens = Int32Array.from(starts)
  walk.givenCount = starts.length
  return walk
}

test('keywords are found wherever they stand', (t) => {
  const keywords = [...new Set(RULES.flatMap((rule) => ('keywords' in rule ? rule.keywords : [])))]
  const index = new KeywordIndex(keywords)
  fc.assert(
    fc.property(texts, (text) => {
      const found: string[] = []
      index.scan(walked(text, index), {
        visit: (keyword, start, end) => found.push(`${keywords[keyword]} ${start} ${end}`) > 0,
      })
      // A letter for each unit; a ligature is none.
      const plain = text
        .split('')
        .map((unit) => (unit < '\u0180' && plainWord(unit).length === 1 ? plainWord(unit) : '\uffff'))
        .join('')
      const expected = keywords.flatMap((keyword) => {
        const places: string[] = []
        for (let at = plain.indexOf(keyword); at !== -1; at = plain.indexOf(keyword, at + 1))
          places.push(`${keyword} ${at} ${at + keyword.length}`)
        return places
      })
      t.deepEqual(found.toSorted(), expected.toSorted())
    }),
    { numRuns: 60 },
  )
})

test('keywords are found across the ends of the blocks that a walk goes over a text in', (t) => {
  const index = new KeywordIndex(['iban', 'password', '§'])
  for (let shift = 4080; shift < 4100; shift++) {
    const text = `${' '.repeat(shift)}PassWord, IBAN§`
    const found: number[][] = []
    index.scan(walked(text, index), { visit: (...keyword) => found.push(keyword) > 0 })
    t.deepEqual(found, [
      [1, shift, shift + 8],
      [0, shift + 10, shift + 14],
      [2, shift + 14, shift + 15],
    ])
  }
})

test('groups of digits are noted from their first to their last', (t) => {
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 4100 }), (text, shift) => {
      // Groups and keywords lie across the ends of blocks, too.
      const shifted = `${' '.repeat(shift)}${text}`
      const walk = walked(shifted)
      const groups = [...shifted.matchAll(/[0-9]+/g)].flatMap(({ 0: group, index }) => [index, index + group.length])
      t.deepEqual([...walk.digits.subarray(0, walk.digitCount)], groups)
      const { count, starts, ends, corsican } = findNumbers(walk)
      for (let n = 0; n < count; n++)
        t.regex(shifted.slice(starts[n], ends[n]), corsican[n] === 1 ? /^(?:[0-9]*[ABab][0-9]*)$/ : /^[0-9]+$/)
    }),
    RUNS,
  )
})

test('names and signs of disguises are the same if every unit is asked', (t) => {
  fc.assert(
    fc.property(texts, (text) => {
      const own = walked(text)
      const all = withAllPlaces(text)
      t.deepEqual(findNames(text, own), findNames(text, all))
      t.deepEqual(findLoneNames(text, own), findLoneNames(text, withAllGivens(text)))
      t.deepEqual(findSuspects(text, own, 2), findSuspects(text, awake(walked(text), text), 2))
      // Pieces lie between places: with more places there are others.
      const { odd: _own, ...suspects } = findSuspects(text, own, 2)
      const { odd: _all, ...everywhere } = findSuspects(text, all, 2)
      t.deepEqual(suspects, everywhere)
    }),
    RUNS,
  )
})

test('names that digits end are found, across the ends of blocks too', (t) => {
  for (let shift = 4060; shift < 4100; shift++) {
    const text = `${' '.repeat(shift)}we asked marie2, leopold and xmarie2 marie2`
    const found = findLoneNames(text, walked(text))
    t.deepEqual(found, [{ start: shift + 9, end: shift + 14, score: 0.55 }])
    t.deepEqual(found, findLoneNames(text, withAllGivens(text)))
  }
})

function alwaysWoken(rule: Rule): Rule {
  if (rule.kind === 'number' || rule.kind === 'sweep') return rule
  if (rule.kind === 'sign') return { ...rule, kind: 'keyword', keywords: rule.signs }
  if (rule.kind === 'keyword') {
    const { digitsBehind: _digitsBehind, ...woken } = rule
    return { ...woken, beside: [{}] }
  }
  if (rule.kind !== 'pattern') return { ...rule, beside: [{}] }
  const { word: _word, leads: _leads, ...woken } = rule
  return { ...woken, beside: [{}], run: ['', 0] }
}

test('rules find the same if nothing beside a keyword or a number keeps them asleep', (t) => {
  const own = new RuleEngine(RULES)
  const all = new RuleEngine(RULES.map(alwaysWoken))
  // What wakes a rule decides when it reads, and with that the order of candidates, which resolving overlaps leaves aside.
  const detected = (engine: RuleEngine, text: string) => {
    const { candidates, complete } = engine.detect(text, never)
    return { candidates: candidates.map((candidate) => JSON.stringify(candidate)).toSorted(), complete }
  }
  fc.assert(
    fc.property(texts, (text) => {
      t.deepEqual(detected(own, text), detected(all, text))
    }),
    RUNS,
  )
})

/** For each rule with `digitsBehind` no more digits than it demands, as far behind a keyword as what it reads lets them stand. */
const FARTHEST: ReadonlyMap<string, string> = new Map([
  ['secret-login', `login${'s'.repeat(12)} en tant que  ${'a'.repeat(36)} / "${'Moutarde!'.repeat(7)}7`],
  [
    'secret-short-code',
    `code for the ${'a'.repeat(38)} building${` ${'b'.repeat(16)}`.repeat(4)} ${'b'.repeat(7)}: ABCDEFGH123`,
  ],
  ['secret-wifi-key', `wifi${' '.repeat(60)}mot de passe${' de sécurité'.repeat(4)}: moutarde-tilleul-7`],
  ['secret-pair', `a@example.org / ${'Moutarde!'.repeat(7)}7`],
  [
    'secret-recovery-code',
    `recovery codes${' keys'.repeat(5)}${' codes'.repeat(4)}  :   are "${'Abcdefgh-'.repeat(9)}abcdef12"`,
  ],
  ['secret-key-behind', `key code"    -    '${'kqzxvjw_KXQWP-'.repeat(7).slice(0, 97)}4729`],
  ['phone-north-american-spoken', `call${' Moutardetille'.repeat(6)}  4155552671`],
  ['key-of-vendor', 'shodan key of the one that we were given: kqzxvjwpgm7kqzxvjwpgmkqzxvjwpgmk'],
])

for (const rule of RULES) {
  if (rule.kind !== 'keyword' || rule.digitsBehind === undefined) continue
  test(`a rule that waits for digits behind its keyword finds those that stand farthest: ${rule.id}`, (t) => {
    const text = FARTHEST.get(rule.id) ?? ''
    const { candidates } = new RuleEngine([alwaysWoken(rule)]).detect(text, never)
    t.is(candidates.length, 1)
    t.deepEqual(new RuleEngine([rule]).detect(text, never).candidates, candidates)
  })
}

test('a walk forgets the text before', (t) => {
  const walk = walked('a <b> 2A 12, 4111 1111 "abc" + "def" password')
  const units = (text: string) => {
    walk.read(text)
    walk.note(NO_TRIGGERS)
    return [
      [...walk.units.subarray(0, walk.length + 1)],
      [...walk.places.subarray(0, walk.placeCount)],
      [...walk.digits.subarray(0, walk.digitCount)],
      walk.endingCount,
    ]
  }
  t.deepEqual(units(''), [[0], [0], [], 0])
  t.deepEqual(units('é 7'), [[0xe9, 0x20, 0x37, 0], [1, 3], [2, 3], 0])
})
