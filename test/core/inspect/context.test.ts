import test from 'ava'
import { ContextReader, indexContext } from '../../../core/inspect/context.ts'
import { randomNumbers } from '../../support/random-numbers.ts'

const INDEXES = [
  { for: ['tel', 'phone'], against: ['fax'] },
  { for: ['mail'], against: ['sold'] },
].map((words) => indexContext(words))
const PIECES = [
  ...'tel phone fax mail sold aPhone myTel abc XYZ Ab é - : \n'.split(' '),
  ...Array.from({ length: 6 }, () => ' '),
  'a'.repeat(31),
  `${'b'.repeat(40)}Mail`,
]

test('words say the same about a finding, whatever was asked about others before', (t) => {
  const random = randomNumbers(7)
  const wrong: string[] = []
  for (let round = 0; round < 300; round++) {
    const text = Array.from({ length: 60 }, () => PIECES[random(PIECES.length)]).join('')
    const units = new Uint16Array(text.length + 1)
    for (let i = 0; i < text.length; i++) units[i] = text.charCodeAt(i)
    const reader = new ContextReader(text, units)
    for (let start = 0; start < text.length; start += random(30) - 2) {
      start = Math.max(0, start)
      const end = Math.min(text.length, start + 1 + random(6))
      const index = INDEXES[random(5) === 0 ? 1 : 0]
      if (index === undefined) continue
      const verdict = reader.judge(start, end, index)
      const alone = new ContextReader(text, units).judge(start, end, index)
      if (verdict !== alone) wrong.push(`${verdict}, not ${alone}, at ${start} to ${end} of ${JSON.stringify(text)}`)
    }
  }
  t.deepEqual(wrong, [])
})
