import test from 'ava'
import fc from 'fast-check'
import { OpenedPattern } from '../../../core/inspect/opened-pattern.ts'
import { WordPlaces } from '../../../core/inspect/word-places.ts'

const WORDS = 'cars?|c3|hit[ -]and[ -]run|stationn\\p{L}+|reg(?: no\\.??| number)??'
const PARTS = '(?:ny|tx)[ -]plate'
const WHOLE = new RegExp(`(?:^|[^\\p{L}])(?:${WORDS})(?:$|[^\\p{L}])|${PARTS}`, 'iu')
const PIECES = [
  'car',
  'Cars',
  'scar',
  'C3',
  'hit and run',
  'stationné',
  'reg number',
  'reg',
  'army-plate',
  'x',
  '12',
  'word,',
  'é',
]

test('tells of windows that move on what one expression tells of each', (t) => {
  const windows = fc.array(fc.tuple(fc.nat(30), fc.nat(30)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 30 }), windows, (pieces, bounds) => {
      const places = new WordPlaces(
        new OpenedPattern(WORDS, '(?=$|[^\\p{L}])', 'iu'),
        new OpenedPattern(PARTS, '', 'iu'),
      )
      const text = pieces.join(' ')
      const units = Uint16Array.from(`${text}\0`, (_, index) => `${text}\0`.charCodeAt(index))
      const starts = pieces.map((_, index) => pieces.slice(0, index).join(' ').length + Math.sign(index))
      for (const [from, length] of bounds) {
        const start = starts[from % starts.length] ?? 0
        const last = Math.min(pieces.length - 1, (from % starts.length) + (length % 4))
        const end = (starts[last] ?? 0) + (pieces[last] ?? '').length
        t.is(places.isWithin(text, units, start, end), WHOLE.test(text.slice(start, end)))
      }
    }),
  )
})
