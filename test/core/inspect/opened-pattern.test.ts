import test from 'ava'
import fc from 'fast-check'
import { OpenedPattern } from '../../../core/inspect/opened-pattern.ts'

const ALTERNATIVES = "(?:le|the) cat|[0-9]+ ans|(?<!(?:to|for) an? )[0-9]+-year|(?:my |our )?dog|m['’]a|élève|s/p"

test('finds at each place what one expression of all alternatives finds there', (t) => {
  const opened = new OpenedPattern(ALTERNATIVES, '(?=$|[^\\p{L}])', 'iu')
  const whole = new RegExp(`(?:${ALTERNATIVES})(?=$|[^\\p{L}])`, 'iuy')
  const pieces = [
    'the ',
    'LE ',
    'cat',
    'for a ',
    '4',
    '12',
    ' ans',
    '-year',
    'my ',
    'dog',
    "M'a",
    'Élève',
    '\u017f/p',
    ' ',
    'x',
  ]
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      const units = Uint16Array.from(`${text}\0`, (unit) => unit.charCodeAt(0))
      for (let start = 0; start < text.length; start++) {
        whole.lastIndex = start
        t.is(opened.endAt(text, units, start), whole.test(text) ? whole.lastIndex : -1)
      }
    }),
  )
})

test('takes no alternative that begins with something else', (t) => {
  t.throws(() => new OpenedPattern('a|\\d', '', 'u'), { instanceOf: RangeError })
})
